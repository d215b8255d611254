import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from '../stack/paths.ts';

/** Files that differ from the branch `main`, or that are not committed yet. */
export function changedFiles(): string[] {
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter(Boolean);
  return [
    ...new Set([
      ...git('diff', '--name-only', baseOf(git), '--'),
      ...git('ls-files', '--others', '--exclude-standard'),
    ]),
  ];
}

/** Where the branch left `main`; on `main` itself its newest commit. */
function baseOf(git: (...args: string[]) => string[]): string {
  for (const main of ['main', 'origin/main']) {
    try {
      return git('merge-base', 'HEAD', main)[0]!;
    } catch {
      // No branch of that name here.
    }
  }
  return 'HEAD';
}

/** What reads words, documents, SQL and names of files from the disk, any of which any change can break. */
const OF_ALL = 'tests/unit/whole';

/**
 * The files of tests that changed files touch: themselves, what imports them, those of the same slice, and those of what
 * all files have in common.
 */
export function testsTouchedBy(changed: readonly string[]): string[] {
  const users = usersOf(globSync('{tests,worker,web,tools}/**/*.{ts,tsx,mjs}', { cwd: ROOT }));
  const reached = new Set<string>();
  const reach = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const user of users.get(file) ?? []) reach(user);
  };
  for (const file of changed) reach(file);
  const ofSlices = changed.flatMap((file) => testsOfSlice(file));
  const ofAll = changed.length > 0 ? readdirSync(join(ROOT, OF_ALL)).map((name) => join(OF_ALL, name)) : [];
  return [...new Set([...reached, ...ofSlices, ...ofAll])]
    .filter((file) => file.endsWith('.test.ts') && existsSync(join(ROOT, file)))
    .toSorted();
}

/** By file the files that import it. */
function usersOf(files: readonly string[]): Map<string, string[]> {
  const users = new Map<string, string[]>();
  for (const file of files)
    for (const [, specifier] of readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)) {
      const target = specifier!.startsWith('#contract/')
        ? `worker/${specifier!.slice('#contract/'.length)}/contract.ts`
        : relative(ROOT, join(ROOT, dirname(file), specifier!));
      users.set(target, [...(users.get(target) ?? []), file]);
    }
  return users;
}

const IMPORT = /(?:from|import)\s*\(?\s*'((?:\.{1,2}\/|#contract\/)[^']+)'/g;

/** SQL is imported by nobody, and the built product by no test: their tests bear the slice's name. */
function testsOfSlice(file: string): string[] {
  const [, part, wing, slice] = /^(worker|web\/features)\/([a-z]+)\/([a-z]+)\//.exec(file) ?? [];
  if (!part) return [];
  return globSync([`tests/{unit,api}/${wing}/${slice}/*.test.ts`, `tests/e2e/${wing}/${slice}*.test.ts`], {
    cwd: ROOT,
  });
}
