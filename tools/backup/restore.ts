import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { Failure } from '../stack/failure.ts';
import { migrationsOf, tablesInOrder, type Table } from './tables.ts';

const INSERTED = 1000;

/**
 * Reads a saved file into an empty database: all of it or nothing.
 * @returns how many rows
 * @throws Failure where the database is not empty, has other migrations, or the file is broken off
 */
export async function restoreBackup(client: pg.Client, file: string): Promise<number> {
  const tables = new Map((await tablesInOrder(client)).map((table) => [table.name, table]));
  const migrations = await migrationsOf(client);
  await client.query('begin');
  await refuseFilled(client, [...tables.keys()]);
  // Triggers have done their part when the rows were written first.
  await client.query(`select set_config('app.erasing', 'on', true), set_config('app.consenting', '*', true)`);
  // A row may refer to one of its own table that comes later.
  await client.query('set constraints all deferred');
  let table: Table | undefined;
  let batch: string[] = [];
  let rows = 0;
  let isWhole = false;
  const flush = async (): Promise<void> => {
    if (table && batch.length > 0) await insert(client, table, batch);
    rows += batch.length;
    batch = [];
  };
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Infinity });
  for await (const line of lines) {
    if (line.startsWith('{"migrations"')) {
      if (JSON.stringify(JSON.parse(line).migrations) !== JSON.stringify(migrations))
        throw new Failure(
          'The file was saved with other migrations: check out that version and migrate first.',
        );
    } else if (line.startsWith('#')) {
      await flush();
      isWhole = line === `#end ${rows}`;
      table = tables.get(line.slice(1));
      if (!table && !isWhole) throw new Failure(`There is no table for ${line}.`);
    } else if (batch.push(line) === INSERTED) await flush();
  }
  if (!isWhole) throw new Failure(`${file} is broken off; nothing was restored.`);
  await client.query('commit');
  await goOnCounting(client, [...tables.values()]);
  return rows;
}

async function refuseFilled(client: pg.Client, names: string[]): Promise<void> {
  for (const name of names) {
    const { rowCount } = await client.query(`select from ${client.escapeIdentifier(name)} limit 1`);
    if (rowCount) throw new Failure(`The database is not empty: ${name} has rows. Restore into a new one.`);
  }
}

async function insert(client: pg.Client, { name, columns }: Table, lines: string[]): Promise<void> {
  const target = client.escapeIdentifier(name);
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  await client.query(
    `insert into ${target} (${list}) overriding system value
       select ${list} from jsonb_populate_recordset(null::${target}, $1::jsonb)`,
    [`[${lines.join(',')}]`],
  );
}

/** Counters belong to the owner, and go on after the highest number given. */
async function goOnCounting(client: pg.Client, tables: Table[]): Promise<void> {
  const counted: [sequence: string, highest: number][] = [];
  for (const { name, identity } of tables) {
    if (!identity) continue;
    const column = client.escapeIdentifier(identity);
    const { rows } = await client.query<{ sequence: string; highest: number | null }>(
      `select pg_get_serial_sequence($1, $2) as sequence, (select max(${column}) from ${client.escapeIdentifier(name)}) as highest`,
      [`public.${name}`, identity],
    );
    if (rows[0]!.highest !== null) counted.push([rows[0]!.sequence, rows[0]!.highest]);
  }
  await client.query('reset role');
  for (const [sequence, highest] of counted) await client.query('select setval($1, $2)', [sequence, highest]);
}
