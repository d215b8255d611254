import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { installChromium } from './stack/chromium.ts';
import { Failure } from './stack/failure.ts';
import { ROOT } from './stack/paths.ts';
import { runProgram } from './stack/program.ts';
import { startTestStack } from './stack/test-stack.ts';

interface Count {
  passed: number;
  failed: number;
  /** What failed, by name. */
  failures: string[];
  /** What failed once and then passed. */
  retried: string[];
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
  const total: Count = { passed: 0, failed: 0, failures: [], retried: [] };
  for (const { name, run } of steps) {
    const started = Date.now();
    console.log(`\n── ${name} ${'─'.repeat(60 - name.length)}`);
    const { passed, failed, failures, retried } = await run(environment);
    console.log(
      `${name}: ${passed} passed, ${failed} failed in ${((Date.now() - started) / 1000).toFixed(1)} s`,
    );
    total.passed += passed;
    total.failed += failed;
    total.failures.push(...failures.map((failure) => `${name}: ${failure}`));
    total.retried.push(...retried.map((failure) => `${name}, passed at the second try: ${failure}`));
  }
  // Last, since a runner may keep only the end of what was printed.
  onStop(() =>
    console.log(
      ['', ...total.retried, ...total.failures, `${total.passed} passed, ${total.failed} failed`].join('\n'),
    ),
  );
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
    return { passed: isFine ? 1 : 0, failed: isFine ? 0 : 1, failures: isFine ? [] : [program], retried: [] };
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

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** A file that does not load has no failed case, and must not pass for it. */
function countOf(report: string, isFine: boolean): Count {
  if (!existsSync(report))
    return { passed: 0, failed: isFine ? 0 : 1, failures: isFine ? [] : ['no report'], retried: [] };
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const named = (wanted: string) =>
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status, failureMessages }) => status === wanted && failureMessages.length > 0)
        .map(
          (each) => `${relative(ROOT, name)} › ${each.fullName}: ${each.failureMessages[0]!.split('\n')[0]}`,
        ),
    );
  const unloaded = testResults
    .filter(
      ({ status, assertionResults: all }) =>
        status === 'failed' && all.every((one) => one.status !== 'failed'),
    )
    .map(({ name }) => relative(ROOT, name));
  return {
    passed: numPassedTests,
    failed: isFine ? numFailedTests : Math.max(numFailedTests, 1),
    failures: [...unloaded, ...named('failed')],
    retried: named('passed'),
  };
}

async function succeeds(program: string, args: string[], environment: NodeJS.ProcessEnv): Promise<boolean> {
  const child = spawn(program, args, { cwd: ROOT, env: environment, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}
