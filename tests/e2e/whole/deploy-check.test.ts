import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, inject, test } from 'vitest';
import { databaseProblems } from '../../../tools/deploy-check/database.ts';
import { storageProblems } from '../../../tools/deploy-check/storage.ts';
import { ROOT } from '../../../tools/stack/paths.ts';

const folder = mkdtempSync(join(tmpdir(), 'osnova-deploy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const example = readFileSync(join(ROOT, 'wrangler.toml'), 'utf8');
const url = inject('product').url;
const files = `${url}/cdn-cgi/local/r2/s3`;
const { workerUrl, ownerUrl, proxyUrl, secrets } = inject('stack');

const good = example
  .replace('https://osnova.example', url)
  .replace('https://*.osnova-content.example', url.replace('localhost', '127.0.0.1'))
  .replace('no-reply@osnova.example', 'no-reply@poruch.ua')
  .replace('main = "worker/index.ts"', `main = "${ROOT}/worker/index.ts"`)
  .replace('directory = "dist/web"', `directory = "${ROOT}/dist/web"`)
  .replace('[vars]', `[vars]\nS3_ENDPOINT = "${files}"`);

const keys: Record<string, string> = {
  DATABASE_URL: workerUrl,
  DATABASE_PROXY: proxyUrl,
  JWT_SECRET: secrets.jwt_secret,
  PASSWORD_PEPPER: secrets.password_pepper,
  S3_ACCESS_KEY_ID: 'local-access-key',
  S3_SECRET_ACCESS_KEY: 'local-secret-key',
};

/** The findings, each a line, with the exit code. */
async function check(toml: string, values: Record<string, string | undefined> = keys) {
  const [config, file] = [join(folder, 'wrangler.toml'), join(folder, 'secrets.env')];
  writeFileSync(config, toml);
  const lines = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}='${value}'`],
  );
  writeFileSync(file, lines.join('\n'));
  const args = ['tools/deploy-check.ts', '--config', config, '--secrets', file];
  const ran = await promisify(execFile)(process.execPath, args, { cwd: ROOT })
    .then(({ stdout }) => ({ code: 0, stdout }))
    .catch((error: { code: number; stdout: string }) => error);
  return { code: ran.code, said: ran.stdout.trim().split('\n') };
}

test('finds nothing wrong with a configuration that is right, and deploys nothing', async () => {
  expect(await check(good)).toEqual({ code: 0, said: ['✓ Ready to be deployed.'] });
});

test('names what is still the example’s, and every secret that is missing', async () => {
  const { code, said } = await check(example, {});
  expect(code).toBe(1);
  expect(said).toEqual([
    '✗ APP_URL is still the one of the example.',
    '✗ CONTENT_URL is still the one of the example.',
    '✗ MAIL_FROM is still the one of the example.',
    '✗ S3_ENDPOINT is missing: browsers send files there.',
    ...['DATABASE_URL', 'JWT_SECRET', 'PASSWORD_PEPPER', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].map(
      (name) => `✗ The secret ${name} is missing.`,
    ),
  ]);
});

test.each([
  ['the owner of the tables', ownerUrl, /signs in as osnova_owner/],
  ['a wrong password', workerUrl.replace(/:[^:@/]+@/, ':wrong@'), /database does not answer/],
])('names %s', async (_name, address, problem) => {
  expect(await databaseProblems(address, proxyUrl)).toContainEqual(expect.stringMatching(problem));
});

test('names a wrong key', async () => {
  const storage = {
    S3_ENDPOINT: files,
    S3_BUCKET: 'osnova-files',
    S3_ACCESS_KEY_ID: keys['S3_ACCESS_KEY_ID']!,
    S3_SECRET_ACCESS_KEY: 'wrong',
  };
  expect(await storageProblems(storage, url)).toContainEqual(
    expect.stringMatching(/refuses a signed upload with 403/),
  );
});
