import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from './paths.ts';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** Asked with --help, a program of this folder says what it does, and ends before it has done anything. */
export function answerHelp(usage?: string): void {
  if (!process.argv.includes('--help')) return;
  console.log(usage ?? usageOf(basename(process.argv[1]!)));
  process.exit(0);
}

/** What the README says of the commands that run a file of tools/. */
export function usageOf(file: string): string {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const rows = read('README.md').match(/^\| `npm .+\|$/gm) ?? [];
  const lines = Object.keys(scripts)
    .filter((name) => scripts[name]!.endsWith(`tools/${file}`))
    .flatMap((name) => rows.filter((row) => new RegExp(`^[^|]*\\|[^|]*\`npm (?:run )?${name}\``).test(row)))
    .map((row) => row.replaceAll('`', '').split('|').slice(1, 3).join('').trim().replace(/ {2,}/, '\n\n  '));
  return [...new Set(lines)].join('\n\n');
}
