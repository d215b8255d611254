import { expect, test } from 'vitest';
import { testsTouchedBy } from '../../../tools/test/changed.ts';
import { lastLines, slowest, type Count } from '../../../tools/test/report.ts';
import { sideBySide } from '../../../tools/test/side-by-side.ts';

const COUNT: Count = {
  passed: 7,
  failed: 1,
  failures: [{ what: 'tests/unit/a.test.ts › adds: no', again: "tests/unit/a.test.ts -t '^adds$'" }],
  tests: [
    { name: 'slow', seconds: 12.34 },
    { name: 'quick', seconds: 0.1 },
  ],
};

test('a run ends with what failed, how to see it again, and one line of counts', () => {
  expect(lastLines(COUNT, '5')).toEqual([
    '',
    'tests/unit/a.test.ts › adds: no',
    "    SEED=5 npm test -- tests/unit/a.test.ts -t '^adds$'",
    '7 passed, 1 failed',
  ]);
  expect(slowest(COUNT, 1)).toEqual(['   12.3 s  slow']);
});

test('a change touches the tests that import it, those of its slice, and what can be broken anywhere', () => {
  expect(testsTouchedBy(['tests/models/attempt.ts'])).toContain('tests/races/model.test.ts');
  expect(testsTouchedBy(['worker/people/groups/sql/tables.sql'])).toEqual(
    expect.arrayContaining(['tests/api/people/groups/groups.test.ts', 'tests/e2e/people/groups.test.ts']),
  );
  expect(testsTouchedBy(['docs/sql.md'])).toContain('tests/unit/whole/docs.test.ts');
  expect(testsTouchedBy(['tools/test/report.ts']).filter((file) => !file.includes('/whole/'))).toEqual([
    'tests/unit/tools/suite.test.ts',
  ]);
  expect(testsTouchedBy([])).toEqual([]);
});

test('work stands side by side as places allow, and what asks for more than are left waits', async () => {
  const seen: string[] = [];
  const work = (name: string, places: number) => ({ name, places });
  await sideBySide([work('a', 1), work('b', 1), work('c', 2), work('d', 9)], 3, async ({ name }) => {
    seen.push(`+${name}`);
    await Promise.resolve();
    seen.push(`-${name}`);
  });
  expect(seen.slice(0, 2)).toEqual(['+a', '+b']);
  expect(seen.indexOf('+c')).toBeGreaterThan(seen.indexOf('-a'));
  expect(seen.slice(-2)).toEqual(['+d', '-d']);
});
