import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../../tools/stack/paths.ts';
import { freePort } from '../../../tools/stack/ports.ts';
import { usageOf } from '../../../tools/stack/usage.ts';

/** Those that do something when they are run; others are parts of them. */
const programs = globSync('tools/*.ts', { cwd: ROOT })
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
  .filter(({ text }) => /^(await |answerHelp\(|for \(|if \(import\.meta\.main\))/m.test(text));

test.each(programs)('$file says with --help what it does', ({ file, text }) => {
  // The table of all commands is help itself.
  if (basename(file) === 'help.ts') return;
  expect(text).toMatch(/^ *(await runProgram\(|answerHelp\((USAGE)?\);$)/m);
  if (/^const USAGE = `/m.test(text)) expect(text).toMatch(/USAGE,?\s*\);$/m);
  else expect(usageOf(basename(file)).length).toBeGreaterThan(40);
});

test('a tool that is asked for help does nothing else', () => {
  const said = execFileSync(process.execPath, ['tools/migrate.ts', '--help'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(said).toBe(`${usageOf('migrate.ts')}\n`);
  expect(said).toMatch(/^npm run migrate\n\n {2}brings the database /);
});

test('a port that is still to be listened on is none of outgoing connections, and given once', async () => {
  const ports = await Promise.all(Array.from({ length: 40 }, freePort));
  expect(new Set(ports).size).toBe(40);
  // Linux gives them from here on, others from higher up.
  expect(Math.max(...ports)).toBeLessThan(32_768);
});
