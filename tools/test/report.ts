import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { ROOT } from '../stack/paths.ts';

/** One failure, and how to see it again. */
export interface Failed {
  what: string;
  /** Arguments after `npm test --`. */
  again: string;
}

export interface Count {
  passed: number;
  failed: number;
  failures: Failed[];
  tests: { name: string; seconds: number }[];
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: {
      fullName: string;
      status: string;
      duration?: number;
      failureMessages: string[];
    }[];
  }[];
}

/**
 * What vitest says of a run. A file that does not load has no failed case, and must not pass for it.
 * @param path of its JSON
 * @param isFine whether it ended without a failure
 */
export function countOf(path: string, isFine: boolean, step: string): Count {
  if (!existsSync(path)) return { ...ofWhole(step, isFine), passed: 0 };
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(path, 'utf8')) as Report;
  const cases = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((each) => ({ ...each, file: relative(ROOT, name) })),
  );
  const unloaded = testResults
    .filter(({ status, assertionResults: all }) => status === 'failed' && !all.some(isFailed))
    .map(({ name }) => relative(ROOT, name));
  const failures = [
    ...unloaded.map((file) => ({ what: file, again: file })),
    ...cases.filter(isFailed).map(({ file, fullName, failureMessages: [message = ''] }) => ({
      what: `${file} › ${fullName}: ${message.split('\n')[0]}`,
      again: `${file} -t '${patternOf(fullName)}'`,
    })),
  ];
  // Such as an error that no case caught.
  if (!isFine && failures.length === 0) failures.push({ what: step, again: step });
  return {
    passed: numPassedTests,
    failed: Math.max(numFailedTests, failures.length),
    failures,
    tests: cases.map(({ file, fullName, duration = 0 }) => ({
      name: `${file} › ${fullName}`,
      seconds: duration / 1000,
    })),
  };
}

const isFailed = ({ status }: { status: string }): boolean => status === 'failed';

/** What passes or fails as a whole. */
export function ofWhole(step: string, isFine: boolean): Count {
  const failures = isFine ? [] : [{ what: step, again: step }];
  return { passed: isFine ? 1 : 0, failed: failures.length, failures, tests: [] };
}

/** A regular expression, safe between single quotes, for a name. */
const patternOf = (name: string): string => `^${name.replaceAll(/[^\p{L}\p{N} ,:-]/gu, '.')}$`;

/** What a run prints last: what failed and the command for that alone, then the one line of counts. */
export function lastLines({ passed, failed, failures }: Count, seed: string): string[] {
  return [
    '',
    ...failures.flatMap(({ what, again }) => [what, `    SEED=${seed} npm test -- ${again}`]),
    `${passed} passed, ${failed} failed`,
  ];
}

/** The slowest tests, as lines. */
export function slowest({ tests }: Count, count = 20): string[] {
  return tests
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
}
