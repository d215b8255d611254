import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { migrationsOf, tablesInOrder } from './tables.ts';

/** Rows that are held at once. */
const FETCHED = 2000;

/**
 * Writes every row into a file, all as they were at one moment, table by table: a line `#table`, then a row a line.
 * @returns how many rows
 */
export async function saveBackup(client: pg.Client, file: string): Promise<number> {
  const written = { rows: 0 };
  await client.query('begin isolation level repeatable read');
  await pipeline(
    Readable.from(linesOf(client, written)),
    createGzip(),
    createWriteStream(file, { mode: 0o600 }),
  );
  await client.query('commit');
  return written.rows;
}

async function* linesOf(client: pg.Client, written: { rows: number }): AsyncGenerator<string> {
  yield `${JSON.stringify({ migrations: await migrationsOf(client) })}\n`;
  for (const { name, columns } of await tablesInOrder(client)) {
    yield `#${name}\n`;
    const row = columns.map((column) => client.escapeIdentifier(column)).join(', ');
    await client.query(
      `declare saved no scroll cursor for
         select to_jsonb(r)::text as line from (select ${row} from ${client.escapeIdentifier(name)}) r`,
    );
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`fetch ${FETCHED} from saved`);
      if (rows.length === 0) break;
      written.rows += rows.length;
      yield `${rows.map(({ line }) => line).join('\n')}\n`;
    }
    await client.query('close saved');
  }
  yield `#end ${written.rows}\n`;
}
