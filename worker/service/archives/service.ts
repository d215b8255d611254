import type { Env, Scope } from '../../platform/context.ts';
import type { FileAnswer } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { ARCHIVED, LEFT_OUT, OWN_ARCHIVE_ABOUT, OWN_TESTS_LEFT_OUT } from './archive.ts';
import { archivedLines, headOf, ownArchiveOf } from './queries.ts';

/** How long the addresses of files in an archive work, in seconds: the longest that storage allows. */
const FILE_SECONDS = 7 * 24 * 60 * 60;

/** The caller's own archive as a file. Errors: password_confirmation_required; blocked_during_tests while they take one. */
export async function ownArchive(db: Db, scope: Scope): Promise<FileAnswer> {
  const archive = await ownArchiveOf(db, scope);
  const made_at = new Date().toISOString();
  const text = JSON.stringify({ made_at, about: OWN_ARCHIVE_ABOUT, ...archive }, null, 2);
  return { name: `my-data-${made_at.slice(0, 10)}.json`, bytes: Buffer.from(text) };
}

/**
 * The company's archive, sent while it is read. Its last line says how many rows there are: without it, it is broken off.
 * Errors: not_found, password_confirmation_required.
 */
export async function archiveOfSpace(env: Env, db: Db, scope: Scope, id: number): Promise<FileAnswer> {
  const company = await headOf(db, scope, id);
  const made_at = new Date();
  const head = {
    format: 'company archive, JSON Lines, 1',
    made_at: made_at.toISOString(),
    files_until: new Date(made_at.getTime() + FILE_SECONDS * 1000).toISOString(),
    company,
    tables: Object.fromEntries([
      ['users', 'people of the company; other tables name them by user_id'],
      ...ARCHIVED.map(({ table, about }) => [table, about] as const),
    ]),
    left_out: { ...LEFT_OUT, own_tests: OWN_TESTS_LEFT_OUT },
  };
  return {
    name: `company-${id}-${head.made_at.slice(0, 10)}.jsonl.gz`,
    bytes: new Uint8Array(),
    stream: zipped(archiveLines(env, db, scope, head)),
  };
}

/** Lines as they are made, compressed; the next one is asked for when the one before is on its way. */
function zipped(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const written = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(Buffer.from(`${value}\n`));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
  return written.pipeThrough(new CompressionStream('gzip'));
}

async function* archiveLines(env: Env, db: Db, scope: Scope, head: unknown): AsyncGenerator<string> {
  yield JSON.stringify(head);
  let rows = 0;
  for await (const { table, lines } of archivedLines(db, scope)) {
    yield table === 'media' ? await withAddresses(env, lines) : lines;
    rows += lines.split('\n').length;
  }
  yield JSON.stringify({ end: true, rows });
}

/** Files with addresses in place of their keys. */
async function withAddresses(env: Env, lines: string): Promise<string> {
  const { presignGet } = await import('../../platform/files/object-storage.ts');
  const written: string[] = [];
  for (const line of lines.split('\n')) {
    const { table, row } = JSON.parse(line) as { table: string; row: { key: string; name: string } };
    const { key, ...shown } = row;
    written.push(JSON.stringify({ table, row: { ...shown, url: await presignGet(env, key, FILE_SECONDS) } }));
  }
  return written.join('\n');
}
