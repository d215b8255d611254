import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProduct } from './stack/build.ts';
import { installChromium } from './stack/chromium.ts';
import { Failure, messageOf } from './stack/failure.ts';
import { ROOT } from './stack/paths.ts';
import { runProgram } from './stack/program.ts';
import { startTestStack } from './stack/test-stack.ts';
import { changedFiles, testsTouchedBy } from './test/changed.ts';
import { countOf, lastLines, ofWhole, slowest, type Count } from './test/report.ts';
import { sideBySide } from './test/side-by-side.ts';

const USAGE = `npm test [-- <step|file|folder|changed> … [-t <name>] [--slow]]

Runs every step, or those named, or the tests of files and folders, or what differs from main touches (changed).
-t <name>     only the cases whose name matches
--slow        prints the slowest twenty at the end
SEED=<number> sets what random tests begin with`;

type Say = (text: Buffer | string) => void;

interface Step {
  name: string;
  /** `1/2` of a step that is done in parts; '' otherwise. */
  part: string;
  run: (environment: NodeJS.ProcessEnv, say: Say) => Promise<Count>;
  /** Of the places that two processors have. */
  places: number;
}

/** The project of vitest that a step is. */
const PROJECTS: Record<string, string> = { unit: 'unit', api: 'api', races: 'races', browser: 'e2e' };

const LINT = check('lint', 'oxlint --type-aware --type-check --deny-warnings');
const FORMAT = check('format', 'oxfmt --check', 'node tools/format.ts --check');
const UNUSED = check('unused', 'knip');
/** Most steps wait for something now and then: with one that never does beside them, two processors have no pause. */
const PLACES = 4;
/** In the order in which they start: what takes longest first, and what needs the build when that has left its place. */
const STEPS: Step[] = [
  // The Worker and its database wait for each other: one such line leaves half of two cores idle.
  tests('api', { part: '1/2' }),
  tests('api', { part: '2/2' }),
  stepOf('build', build),
  // They never wait, and take what the others leave.
  LINT,
  tests('races'),
  FORMAT,
  UNUSED,
  tests('unit'),
  tests('browser'),
];

await runProgram(async ({ onStop, finish }) => {
  const words = process.argv.slice(2);
  if (words.includes('--help')) {
    console.log(USAGE);
    return finish();
  }
  const steps = chosen(words.filter((word) => word !== '--slow'));
  const seed = process.env['SEED'] ?? '20261122';
  if (steps.some(({ name }) => name === 'browser')) installChromium();
  const total: Count = { passed: 0, failed: 0, failures: [], tests: [] };
  const lasted: string[] = [];
  await sideBySide(steps, PLACES, async ({ name, part, run, places }) => {
    const started = Date.now();
    const title = `${name} ${part}`.trim();
    const heard: (Buffer | string)[] = [`\n── ${title} ${'─'.repeat(60 - title.length)}\n`];
    // Of one that has the machine to itself one wants to see how it goes.
    const isLive = steps.length === 1 || places > 1;
    const print = (): void => {
      for (const text of heard.splice(0)) process.stdout.write(text);
    };
    if (isLive) print();
    const stops: (() => unknown)[] = [];
    onStop(() => stopAll(stops));
    const count = await withStack(name, seed, stops, (environment) =>
      run(environment, (text) => void (isLive ? process.stdout.write(text) : heard.push(text))),
    );
    await stopAll(stops);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    print();
    console.log(`${title}: ${count.passed} passed, ${count.failed} failed in ${seconds} s`);
    lasted.push(`${title} ${seconds} s`);
    total.passed += count.passed;
    total.failed += count.failed;
    total.failures.push(...count.failures);
    total.tests.push(...count.tests);
  });
  // Last, since a runner may keep only the end of what was printed.
  onStop(() => {
    if (words.includes('--slow')) console.log(['\nThe slowest:', ...slowest(total)].join('\n'));
    console.log(`\n${lasted.join(' · ')}`);
    console.log(lastLines(total, seed).join('\n'));
  });
  finish(total.failed > 0 ? 1 : 0);
});

function chosen(words: string[]): Step[] {
  const at = words.indexOf('-t');
  const [, pattern] = at < 0 ? [] : words.splice(at, 2);
  if (words.length === 0 && pattern === undefined) return STEPS;
  const named = STEPS.filter(({ name }) => words.includes(name));
  const isPath = (word: string): boolean =>
    existsSync(join(ROOT, word)) && Object.values(PROJECTS).some((project) => liesIn(project, word));
  const unknown = words.find(
    (word) => word !== 'changed' && !isPath(word) && !named.some(({ name }) => name === word),
  );
  if (unknown)
    throw new Failure(
      `There is no step, file or folder of tests ${unknown}; steps are ${[...new Set(STEPS.map(({ name }) => name))].join(', ')}.`,
    );
  const touched = words.includes('changed') ? testsTouchedBy(changedFiles()) : [];
  const files = [...new Set([...touched, ...words.filter(isPath)])];
  return [
    ...(words.includes('changed') ? [LINT, FORMAT, UNUSED] : []),
    ...named.map((step) =>
      pattern !== undefined && step.name in PROJECTS ? tests(step.name, { part: step.part, pattern }) : step,
    ),
    ...Object.entries(PROJECTS).flatMap(([name, project]) => {
      const own = files.filter((file) => liesIn(project, file));
      return own.length > 0 ? [tests(name, { files: own, pattern })] : [];
    }),
  ];
}

function liesIn(project: string, path: string): boolean {
  return `${path}/`.startsWith(`tests/${project}/`);
}

/** Steps with test cases have a database of their own, so that what one sets for all of it no other meets. */
async function withStack(
  name: string,
  seed: string,
  stops: (() => unknown)[],
  run: (environment: NodeJS.ProcessEnv) => Promise<Count>,
): Promise<Count> {
  const environment = { ...process.env, SEED: seed };
  if (!(name in PROJECTS) || name === 'unit') return run(environment);
  const stack = await startTestStack((stop) => stops.push(stop));
  return run({ ...environment, OSNOVA_TEST_STACK: JSON.stringify(stack) });
}

async function stopAll(stops: (() => unknown)[]): Promise<void> {
  for (const stop of stops.splice(0).toReversed()) await stop();
}

function stepOf(name: string, run: Step['run'], { part = '', places = 1 } = {}): Step {
  return { name, part, run, places };
}

/** What races and browser tests run is built while others are checked. */
async function build(_environment: NodeJS.ProcessEnv, say: Say): Promise<Count> {
  try {
    await buildProduct();
    return ofWhole('build', true);
  } catch (error) {
    say(`${messageOf(error)}\n`);
    return ofWhole('build', false);
  }
}

/** Programs that pass or fail as a whole. */
function check(name: string, ...commands: string[]): Step {
  return stepOf(name, async (environment, say) => {
    let isFine = true;
    for (const command of commands) {
      const [program = '', ...args] = command.split(' ');
      const path = join(ROOT, 'node_modules/.bin', program);
      if (!(await succeeds(path, args, environment, say))) isFine = false;
    }
    return ofWhole(name, isFine);
  });
}

interface Chosen {
  files?: string[];
  pattern?: string | undefined;
  part?: string;
}

/** The test cases of one project, of a part or some files of it. */
function tests(name: string, { files = [], pattern, part = '' }: Chosen = {}): Step {
  return stepOf(
    name,
    async (environment, say) => {
      const folder = mkdtempSync(join(tmpdir(), 'osnova-report-'));
      const report = join(folder, 'report.json');
      const args = [
        'node_modules/vitest/vitest.mjs',
        'run',
        `--project=${PROJECTS[name]}`,
        '--passWithNoTests',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...(pattern === undefined ? [] : ['-t', pattern]),
        ...(part ? [`--shard=${part}`] : []),
        ...files,
      ];
      try {
        const isFine = await succeeds(process.execPath, args, { ...environment, TEST_PART: part }, say);
        return countOf(report, isFine, name);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    // Browsers fill the machine: they begin beside the last of the others, which leaves a core idle.
    { part, places: name === 'browser' ? PLACES - 1 : 1 },
  );
}

async function succeeds(
  program: string,
  args: string[],
  environment: NodeJS.ProcessEnv,
  say: Say,
): Promise<boolean> {
  const child = spawn(program, args, { cwd: ROOT, env: environment, stdio: ['inherit', 'pipe', 'pipe'] });
  child.stdout.on('data', say);
  child.stderr.on('data', say);
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0;
}
