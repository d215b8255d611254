import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './stack/paths.ts';

/** Prints the commands by their groups, as the README lists them. */
const [, section = ''] = readFileSync(join(ROOT, 'README.md'), 'utf8').split('\n## Commands\n');
for (const line of section.split('\n## ')[0]!.split('\n')) {
  const [, command, what] = /^\| (.+?) \| ?(.*?) ?\|$/.exec(line.replaceAll('`', '')) ?? [];
  if (!command || /^-|^command$/.test(command)) continue;
  const [, group] = /^\*\*(.+)\*\*$/.exec(command) ?? [];
  console.log(group ? `\n${group}` : `  ${command.padEnd(36)} ${what}`);
}
