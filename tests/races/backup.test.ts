import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { restoreBackup } from '../../tools/backup/restore.ts';
import { saveBackup } from '../../tools/backup/save.ts';
import { tablesInOrder } from '../../tools/backup/tables.ts';
import { openOutbox } from '../../tools/stack/mail/outbox.ts';
import { freePort } from '../../tools/stack/ports.ts';
import { startProduct } from '../../tools/stack/product.ts';
import { startTestStack } from '../../tools/stack/test-stack.ts';
import { takeExam } from '../factories/attempt.ts';
import { aCompany } from '../factories/company.ts';
import { productWorld } from '../support/product-world.ts';

/** The owner's connection, acting as the role that sees every company. */
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('set role osnova_system');
  return client;
}

/** A digest of a company's rows in each table: other tests go on writing their own. */
async function digestsOf(client: pg.Client, company: number): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name, columns } of await tablesInOrder(client)) {
    const own = columns.includes('company_id')
      ? 'company_id = $1'
      : name === 'companies'
        ? 'id = $1'
        : `$1 in (select company_id from memberships where user_id = ${name === 'users' ? 't.id' : 't.user_id'})`;
    if (own.includes('t.user_id') && !columns.includes('user_id')) continue;
    const { rows } = await client.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(r, '|' order by r)), '') as digest
         from (select to_jsonb(t)::text as r from ${client.escapeIdentifier(name)} t where ${own}) rows`,
      [company],
    );
    found[name] = rows[0]!.digest;
  }
  return found;
}

test('a saved database is restored row by row, and the product serves from it', async () => {
  const { ownerUrl, secrets } = inject('stack');
  const folder = mkdtempSync(join(tmpdir(), 'osnova-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'saved.jsonl.gz');
  const company = await aCompany(productWorld());
  const exam = await company.anExam();
  const student = company.as('student');
  const attempt_id = await takeExam(student, exam);

  const source = await connect(ownerUrl);
  const rows = await saveBackup(source, file);
  expect(rows).toBeGreaterThan(50);

  const stack = await startTestStack((stop) => onTestFinished(async () => void (await stop())));
  const target = await connect(stack.ownerUrl);
  expect(await restoreBackup(target, file)).toBe(rows);
  await target.query('set role osnova_system');
  const saved = await digestsOf(source, company.id);
  expect(saved.gradings).toMatch(/^1 /);
  expect(await digestsOf(target, company.id)).toEqual(saved);
  await expect(restoreBackup(target, file)).rejects.toThrow('The database is not empty');

  const product = await startProduct({
    port: await freePort(),
    folder,
    outbox: openOutbox(null),
    ...stack,
    secrets: { ...secrets, database: stack.secrets.database },
  });
  onTestFinished(() => product.stop());
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${product.url}/api/v1${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${student.token}`, 'Content-Type': 'application/json' },
    });
  const result = await call(`/course/student_passed_form/${attempt_id}/`);
  expect(await result.json()).toMatchObject({ id: attempt_id, passed_successfully: true });
  // What is counted goes on: one more attempt has a number of its own.
  const again = await call('/course/start_form_passing/', {
    method: 'POST',
    body: JSON.stringify({ form_id: exam.form_id }),
  });
  expect(again.status).toBe(201);
  expect((await again.json()).attempt_id).toBeGreaterThan(attempt_id);

  // Without a company the Worker's role sees nothing, as before.
  const worker = new pg.Client({ connectionString: stack.workerUrl });
  await worker.connect();
  onTestFinished(() => worker.end());
  expect((await worker.query('select from attempts')).rowCount).toBe(0);
  expect((await worker.query('select * from security_problems()')).rows).toEqual([]);
});

test('what refers to a later row of its own table is restored', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'osnova-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'saved.jsonl.gz');
  const { id: company } = await aCompany(productWorld());
  const source = await connect(inject('stack').ownerUrl);
  await source.query('reset role');
  const { rows } = await source.query(`select nextval(pg_get_serial_sequence('bank_folders', 'id')) as id`);
  await source.query('set role osnova_system');
  await source.query('begin; set constraints all deferred');
  const insert = 'insert into bank_folders (company_id, name, parent_id)';
  await source.query(`${insert} values ($1, 'Below', $2)`, [company, rows[0].id]);
  // More than are restored at once.
  await source.query(`${insert} select $1, n, null from generate_series(1, 1500) n`, [company]);
  await source.query(
    `insert into bank_folders (id, company_id, name) overriding system value values ($2, $1, 'Above')`,
    [company, rows[0].id],
  );
  await source.query('commit');
  await saveBackup(source, file);
  const stack = await startTestStack((stop) => onTestFinished(async () => void (await stop())));
  const target = await connect(stack.ownerUrl);
  await restoreBackup(target, file);
  await target.query('set role osnova_system');
  expect((await digestsOf(target, company)).bank_folders).toMatch(/^1502 /);
});

test('a file that is broken off restores nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'osnova-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'saved.jsonl.gz');
  await aCompany(productWorld());
  await saveBackup(await connect(inject('stack').ownerUrl), file);
  truncateSync(file, 2000);
  const stack = await startTestStack((stop) => onTestFinished(async () => void (await stop())));
  const target = await connect(stack.ownerUrl);
  await expect(restoreBackup(target, file)).rejects.toThrow();
  await target.query('rollback');
  expect((await target.query('select from companies')).rowCount).toBe(0);
});
