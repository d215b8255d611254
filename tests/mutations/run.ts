import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MUTATIONS, type Mutation } from './list.ts';

const ROOT = join(import.meta.dirname, '../..');
const USAGE = `npm run test:mutations [-- <words of a name>]

Takes out one guard after another, runs the tests that have to notice, and puts it back.
Ends with what stayed green though its guard was gone.`;

const words = process.argv.slice(2).join(' ').toLowerCase();
if (words === '--help') {
  console.log(USAGE);
  process.exit(0);
}
const chosen = MUTATIONS.filter(({ name }) => name.toLowerCase().includes(words));
// What is red with all guards notices nothing.
const red = [...new Set(chosen.flatMap(({ tests }) => tests))].filter((test) => failed(test) !== 0);
for (const test of red) console.log(`not green with all guards: ${test}`);
const unnoticed = chosen.filter((mutation) => !isNoticed(mutation));
for (const { name } of unnoticed) console.log(`not noticed: ${name}`);
console.log(`${chosen.length - unnoticed.length} passed, ${unnoticed.length} failed`);
process.exit(unnoticed.length > 0 || chosen.length === 0 ? 1 : 0);

/** Whether the tests turn red without the guard; the file is as before afterwards, also when this is interrupted. */
function isNoticed({ name, file, guard, without, tests }: Mutation): boolean {
  const path = join(ROOT, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(guard).length !== 2) throw new Error(`${name}: the guard stands not once in ${file}`);
  const putBack = () => writeFileSync(path, text);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      putBack();
      process.exit(1);
    });
  writeFileSync(
    path,
    text.replace(guard, () => without),
  );
  try {
    console.log(`\n── ${name}`);
    // A database that cannot be made, or a test that does not load, has noticed nothing.
    return tests.some((test) => !red.includes(test) && failed(test) > 0);
  } finally {
    putBack();
  }
}

/** How many cases of a file of tests failed. */
function failed(test: string): number {
  const project = test.split('/')[1]!;
  const folder = mkdtempSync(join(tmpdir(), 'osnova-mutation-'));
  const report = join(folder, 'report.json');
  const args = ['run', `--project=${project}`, '--reporter=json', `--outputFile.json=${report}`, test];
  spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], { cwd: ROOT, stdio: 'ignore' });
  const { numFailedTests, numPassedTests } = existsSync(report)
    ? (JSON.parse(readFileSync(report, 'utf8')) as { numFailedTests: number; numPassedTests: number })
    : { numFailedTests: 0, numPassedTests: 0 };
  rmSync(folder, { recursive: true, force: true });
  console.log(`${test}: ${numPassedTests} passed, ${numFailedTests} failed`);
  return numFailedTests;
}
