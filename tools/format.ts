import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { laidOut } from './format/sql.ts';
import { sourceFiles } from './migrate/sources.ts';
import { Failure } from './stack/failure.ts';
import { ROOT } from './stack/paths.ts';
import { runProgram } from './stack/program.ts';

const USAGE = `node tools/format.ts [--check]

Lays out the SQL of the slices; --check only names the files that are not.`;

await runProgram(async ({ finish }) => {
  const before = sourceFiles();
  const after = await laidOut(before);
  const changed = after.filter(({ text }, index) => text !== before[index]!.text);
  if (process.argv.includes('--check') && changed.length > 0)
    throw new Failure(['npm run format lays out:', ...changed.map(({ file }) => file)].join('\n'));
  for (const { file, text } of changed) writeFileSync(join(ROOT, file), text);
  finish();
}, USAGE);
