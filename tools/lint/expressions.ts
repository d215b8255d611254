import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** What stands in the slices' `sql/` by the name of a function. */
const OWN: ReadonlySet<string> = new Set(
  globSync('worker/**/sql/*.sql', { cwd: ROOT }).flatMap((file) =>
    Array.from(
      readFileSync(join(ROOT, file), 'utf8').matchAll(/^create or replace function (\w+)/gm),
      ([, name]) => name!,
    ),
  ),
);

/** Everything is judged by the clock: it may be named in passing. */
const CLOCK = 'app_now';

const MOST_LINES = 4;
const STATEMENT = /\b(from|join|insert into|update|delete)\b/i;

/**
 * What keeps an `sql` of TypeScript from being a short expression, or null. The platform composes what all use, and an
 * index or a generated column of `tables.ts` names a function by its text.
 * @param file below the root
 * @param parts the text around what is filled in
 */
export function expressionProblem(file: string, parts: readonly string[]): string | null {
  if (!file.startsWith('worker/') || file.startsWith('worker/platform/')) return null;
  const text = parts.join(' ? ');
  if (STATEMENT.test(text.replaceAll(/\bdistinct from\b/gi, '')))
    return 'a query is composed by the builder, or stands in sql/<theme>.sql';
  if (text.split('\n').length > MOST_LINES) return 'what is longer is a function in sql/<theme>.sql';
  if (file.endsWith('/tables.ts')) return null;
  const called = Array.from(text.matchAll(/(\w+)\(/g), ([, name]) => name!);
  const own = called.find((name) => name !== CLOCK && OWN.has(name));
  return own ? `${own} is called by its declaration in functions.ts` : null;
}
