import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { configurationProblems, secretProblems, type Configuration } from './deploy-check/configuration.ts';
import { databaseProblems } from './deploy-check/database.ts';
import { storageProblems } from './deploy-check/storage.ts';
import { Failure } from './stack/failure.ts';
import { ROOT } from './stack/paths.ts';
import { runProgram } from './stack/program.ts';

const USAGE = `npm run deploy:check -- [--config wrangler.toml] [--secrets <file>]

Looks whether a configuration can be deployed, and deploys nothing. The secrets are read from a file of NAME=value lines,
as "wrangler secret bulk" takes it, or from the environment: the platform does not give them away.`;

await runProgram(async ({ finish }) => {
  const { config, secrets } = read(process.argv.slice(2));
  process.env['WRANGLER_LOG'] ??= 'error';
  const { unstable_readConfig: readConfig } = await import('wrangler');
  const configuration = readConfig({ config }) as unknown as Configuration;
  // A variable may stand beside the secrets as well.
  const values = { ...(configuration.vars as Record<string, string>), ...secrets };
  const value = (name: string) => values[name] ?? '';
  const problems = [
    ...configurationProblems({ ...configuration, vars: values }),
    ...secretProblems(values),
    ...(value('DATABASE_URL') ? await databaseProblems(value('DATABASE_URL'), values['DATABASE_PROXY']) : []),
    ...(value('S3_ACCESS_KEY_ID') && URL.canParse(value('S3_ENDPOINT'))
      ? await storageProblems(
          {
            S3_ENDPOINT: value('S3_ENDPOINT'),
            S3_BUCKET: value('S3_BUCKET'),
            S3_ACCESS_KEY_ID: value('S3_ACCESS_KEY_ID'),
            S3_SECRET_ACCESS_KEY: value('S3_SECRET_ACCESS_KEY'),
          },
          value('APP_URL'),
        )
      : []),
  ];
  console.log(problems.length ? problems.map((each) => `✗ ${each}`).join('\n') : '✓ Ready to be deployed.');
  finish(problems.length ? 1 : 0);
}, USAGE);

function read(args: string[]): { config: string; secrets: Record<string, string | undefined> } {
  const options = { config: { type: 'string' }, secrets: { type: 'string' } } as const;
  let values: { config?: string; secrets?: string };
  try {
    ({ values } = parseArgs({ args, options }));
  } catch (error) {
    throw new Failure(`${(error as Error).message}\n\n${USAGE}`);
  }
  const config = values.config ?? join(ROOT, 'wrangler.toml');
  for (const file of [config, values.secrets])
    if (file !== undefined && !existsSync(file)) throw new Failure(`There is no file ${file}.\n\n${USAGE}`);
  const secrets = values.secrets ? parseEnv(readFileSync(values.secrets, 'utf8')) : process.env;
  return { config, secrets };
}
