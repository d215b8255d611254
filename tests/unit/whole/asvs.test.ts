import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../../tools/stack/paths.ts';

const page = readFileSync(join(ROOT, 'tests/asvs.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.slice(1, -1).split(' |'))
  .map(([numbers, holds, , tests]) => ({
    numbers: numbers!.trim(),
    holds: holds!.trim(),
    tests: tests ?? '',
  }));

/** How many requirements stand in the first cell of a row, `1.2.5–1.2.8, 1.3.1`. */
function countOf(numbers: string): number {
  return numbers.split(', ').reduce((sum, part) => {
    const [first, last = first] = part.split('–').map((number) => Number(number.split('.').at(-1)));
    return sum + last! - first! + 1;
  }, 0);
}

test('the counts of the page are those of its rows', () => {
  const count = (holds: string) =>
    rows.filter((row) => row.holds === holds).reduce((sum, { numbers }) => sum + countOf(numbers), 0);
  const [yes, part, no, other] = ['yes', 'in part', 'no', 'n/a'].map(count) as [
    number,
    number,
    number,
    number,
  ];
  const words = page.replaceAll('\n', ' ');
  expect(words).toContain(`Of ${yes + part + no + other} requirements ${yes} hold,`);
  expect(words).toContain(
    `${part} in part and ${no} not; ${other} are about what the product does not have.`,
  );
});

test('what does not hold is taken up again at the end', () => {
  const end = page.slice(page.indexOf('## What does not hold')).match(/\d+\.\d+\.\d+/g)!;
  const open = rows
    .filter(({ holds }) => holds === 'in part' || holds === 'no')
    .map(({ numbers }) => numbers.split('–')[0]!);
  expect(open.filter((number) => !end.includes(number))).toEqual([]);
});

test.each(rows.filter(({ tests }) => tests.includes('›')))('the tests of $numbers are there', ({ tests }) => {
  const named = [...tests.matchAll(/`((?:unit|api|races|e2e)\/[\w/-]+)` › (.+?)(?=; `[a-z0-9]+\/|\s*$)/g)];
  expect(named.length).toBeGreaterThan(0);
  for (const [, file, name] of named) {
    const text = readFileSync(join(ROOT, 'tests', `${file}.test.ts`), 'utf8');
    const value = /^\(`(.+)`\)$/.exec(name!)?.[1] ?? name!;
    expect(text).toContain(value.replaceAll('&lt;', '<').replaceAll('&gt;', '>'));
  }
});

test('SECURITY.md says how each secret is changed', () => {
  const secrets = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| `[^|]+\| secret/.test(line))
    .flatMap((line) => line.split('|')[1]!.match(/[A-Z][A-Z0-9_]+/g)!)
    // The widget's products are variables.
    .filter((name) => !name.startsWith('SLEEKPLAN_PRODUCT'));
  expect(secrets.length).toBeGreaterThan(7);
  const rotated = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');
  expect(secrets.filter((name) => !rotated.includes(`\`${name}\``))).toEqual([]);
});
