import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installChromium } from './stack/chromium.ts';
import { Failure } from './stack/failure.ts';
import { ROOT } from './stack/paths.ts';
import { runProgram } from './stack/program.ts';
import { startTestStack } from './stack/test-stack.ts';

interface Count {
  passed: number;
  failed: number;
}

interface Step {
  name: string;
  run: (environment: NodeJS.ProcessEnv) => Promise<Count>;
}

const STEPS: Step[] = [
  { name: 'format', run: check('oxfmt', '--check') },
  { name: 'lint', run: check('oxlint', '--type-aware', '--deny-warnings') },
  { name: 'types', run: check('tsc', '--build') },
  { name: 'unused', run: check('knip') },
  { name: 'unit', run: tests('unit') },
  { name: 'api', run: tests('api') },
  { name: 'races', run: tests('races') },
  { name: 'browser', run: tests('e2e') },
];

/** Runs the steps named as arguments, or all, against one database, and ends with one line of counts. */
await runProgram(async ({ onStop, finish }) => {
  const steps = chosen(process.argv.slice(2));
  if (steps.some(({ name }) => name === 'browser')) installChromium();
  const stack = await startTestStack(onStop);
  const environment = { ...process.env, OSNOVA_TEST_STACK: JSON.stringify(stack) };
  const total: Count = { passed: 0, failed: 0 };
  for (const { name, run } of steps) {
    const started = Date.now();
    console.log(`\n── ${name} ${'─'.repeat(60 - name.length)}`);
    const { passed, failed } = await run(environment);
    console.log(
      `${name}: ${passed} passed, ${failed} failed in ${((Date.now() - started) / 1000).toFixed(1)} s`,
    );
    total.passed += passed;
    total.failed += failed;
  }
  onStop(() => console.log(`\n${total.passed} passed, ${total.failed} failed`));
  finish(total.failed > 0 ? 1 : 0);
});

function chosen(names: string[]): Step[] {
  const unknown = names.find((name) => !STEPS.some((step) => step.name === name));
  if (unknown)
    throw new Failure(`There is no step ${unknown}; there are ${STEPS.map(({ name }) => name).join(', ')}.`);
  return names.length === 0 ? STEPS : STEPS.filter(({ name }) => names.includes(name));
}

/** A program that passes or fails as a whole. */
function check(program: string, ...args: string[]): Step['run'] {
  return async (environment) => {
    const isFine = await succeeds(join(ROOT, 'node_modules/.bin', program), args, environment);
    return { passed: isFine ? 1 : 0, failed: isFine ? 0 : 1 };
  };
}

/** The test cases of one project of vitest. */
function tests(project: string): Step['run'] {
  return async (environment) => {
    const folder = mkdtempSync(join(tmpdir(), 'osnova-report-'));
    const report = join(folder, 'report.json');
    try {
      const isFine = await succeeds(
        process.execPath,
        [
          'node_modules/vitest/vitest.mjs',
          'run',
          `--project=${project}`,
          '--passWithNoTests',
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${report}`,
        ],
        environment,
      );
      return countOf(report, isFine);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

/** A file that does not load has no failed case, and must not pass for it. */
function countOf(report: string, isFine: boolean): Count {
  const counts = existsSync(report)
    ? (JSON.parse(readFileSync(report, 'utf8')) as { numPassedTests: number; numFailedTests: number })
    : { numPassedTests: 0, numFailedTests: 0 };
  const failed = isFine ? counts.numFailedTests : Math.max(counts.numFailedTests, 1);
  return { passed: counts.numPassedTests, failed };
}

async function succeeds(program: string, args: string[], environment: NodeJS.ProcessEnv): Promise<boolean> {
  const child = spawn(program, args, { cwd: ROOT, env: environment, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}
