import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { ROOT } from '../../../../tools/stack/paths.ts';
import { MODELS } from '../../../../worker/insight/history/contract.ts';
import history from '../../../../web/i18n/uk/history.json';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
/** The words of the list of columns that stands behind `start`. */
const columnsIn = (file: string, start: string) =>
  [
    ...read(file)
      .split(start)[1]!
      .split(']')[0]!
      .matchAll(/'(\w+)'/g),
  ].map(([, column]) => column!);

/** Told part by part, or written once and never changed: an entry of these has no fields. */
const NEVER_TOLD: Record<string, string> = {
  questions: 'work marking hotspot',
  packages: 'number standard edition items problems missing sequencing file_count inflated',
  dispatches: 'standard',
  printings: 'run_id variants author_id',
  paper_sheets: 'attempt_id run_id variant sat_on author_id typed_at',
  question_files: 'question_id',
  bank_entries: 'question_id',
  companies: 'erased_at',
  directory_tokens: 'prefix created_by',
};

test('every column that the history tells of has a name', async () => {
  const hidden = new Set([
    ...columnsIn('worker/insight/history/sql/recording.sql', 'v_counters text[] := array['),
    ...columnsIn('worker/insight/history/sql/telling.sql', 'k.key <> all (array['),
  ]);
  expect([...hidden]).toEqual(expect.arrayContaining(['revision', 'uid']));
  const tables = new Map<string, string[]>();
  for (const file of globSync('worker/*/*/tables.ts', { cwd: ROOT })) {
    const found = (await import(join(ROOT, file))) as object;
    for (const table of Object.values(found)) {
      if (!(table instanceof PgTable)) continue;
      const { name, columns } = getTableConfig(table);
      tables.set(
        name,
        columns.map((column) => column.name),
      );
    }
  }
  const recorded = globSync('worker/*/*/sql/*.sql', { cwd: ROOT }).flatMap((file) => [
    ...read(file).matchAll(/create trigger history\s[^;]*?\bon (\w+)\s[^;]*?record_history\(\s*'(\w+)'/g),
  ]);
  expect(recorded.length).toBeGreaterThan(25);
  const nameless = recorded.flatMap(([, table, model]) =>
    tables
      .get(table!)!
      .filter((column) => !hidden.has(column) && !NEVER_TOLD[table!]?.split(' ').includes(column))
      .filter((column) => !(column in history.fields) && !(`${model}_${column}` in history.fields))
      .map((column) => `${table}.${column}`),
  );
  expect(nameless).toEqual([]);
});

test('every object that tables record, and everything that belongs to one, is known by its kind', () => {
  const recording = read('worker/insight/history/sql/recording.sql');
  const known = (start: string) =>
    new Set(
      recording
        .split(start)[1]!
        .split('$$;')[0]!
        .match(/(?<=when ')\w+/g),
    );
  const labels = known('function object_label(');
  const parts = known('function part_of(');
  const recorded = globSync('worker/*/*/sql/*.sql', { cwd: ROOT }).flatMap((file) => [
    ...read(file).matchAll(
      /create trigger history\s[^;]*?\bon (\w+)\s[^;]*?record_history\(\s*'(\w+)',\s*'\w+',\s*'\w*',\s*'(main|part)'/g,
    ),
  ]);
  expect(recorded.length).toBeGreaterThan(25);
  const unknown = recorded.filter(
    ([, table, model, place]) =>
      !(MODELS as readonly string[]).includes(model!) ||
      !labels.has(model!) ||
      // A question's place in the bank is told as the question's own.
      (place === 'part' && !parts.has(table!) && table !== 'bank_entries'),
  );
  expect(unknown.map(([, table, model]) => `${table}: ${model}`)).toEqual([]);
});
