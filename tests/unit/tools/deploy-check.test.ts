import { expect, test } from 'vitest';
import {
  configurationProblems,
  secretProblems,
  type Configuration,
} from '../../../tools/deploy-check/configuration.ts';
import { verifiedAddress } from '../../../tools/stack/database/owner-address.ts';

const good: Configuration = {
  vars: {
    APP_URL: 'https://learn.poruch.ua',
    CONTENT_URL: 'https://*.poruch-content.ua',
    PRODUCT_NAME: 'Osnova',
    MAIL_FROM: 'no-reply@poruch.ua',
    S3_ENDPOINT: 'https://account.r2.cloudflarestorage.com',
    S3_BUCKET: 'osnova-files',
  },
  assets: { binding: 'ASSETS' },
  r2_buckets: [{ binding: 'FILES', bucket_name: 'osnova-files' }],
  send_email: [{ name: 'MAIL' }],
  ratelimits: [{ name: 'PUBLIC_CALLS' }, { name: 'FILE_CALLS' }, { name: 'DIRECTORY_CALLS' }],
  durable_objects: { bindings: [{ name: 'EXAM_CLOCK', class_name: 'ExamClock' }] },
  migrations: [{ new_sqlite_classes: ['ExamClock'] }],
  triggers: { crons: ['* * * * *'] },
  compatibility_flags: ['nodejs_compat'],
};
const vars = (changed: Record<string, string>) => ({ vars: { ...good.vars, ...changed } });

test.each([
  ['postgres://o:p@ep-1.neon.tech/db', 'postgres://o:p@ep-1.neon.tech/db?sslmode=verify-full'],
  [
    'postgres://o:p@ep-1.neon.tech/db?sslmode=disable&channel_binding=require',
    'postgres://o:p@ep-1.neon.tech/db?sslmode=verify-full&channel_binding=require',
  ],
  ['postgres://o:p@127.0.0.1:5432/db', 'postgres://o:p@127.0.0.1:5432/db'],
  ['postgres://o:p@localhost/db', 'postgres://o:p@localhost/db'],
])('the owner reaches %s by %s', (given, used) => {
  expect(verifiedAddress(given)).toBe(used);
});

test('a configuration that is right has no problem', () => expect(configurationProblems(good)).toEqual([]));

test.each<[Partial<Configuration>, RegExp]>([
  [vars({ APP_URL: 'http://learn.poruch.ua' }), /no https address/],
  [vars({ APP_URL: '' }), /no https address/],
  [vars({ APP_URL: 'https://osnova.example' }), /APP_URL is still the one of the example/],
  [vars({ APP_URL: 'https://learn.poruch.ua/' }), /ends with a slash/],
  [vars({ MAIL_FROM: 'poruch.ua' }), /no e-mail address/],
  [vars({ MAIL_FROM: 'no-reply@osnova.example' }), /MAIL_FROM is still/],
  [vars({ PRODUCT_NAME: '' }), /PRODUCT_NAME is missing/],
  [vars({ CONTENT_URL: 'http://*.poruch-content.ua' }), /CONTENT_URL is no https address/],
  [vars({ CONTENT_URL: 'https://*.osnova-content.example' }), /CONTENT_URL is still the one of the example/],
  [vars({ CONTENT_URL: 'https://learn.poruch.ua' }), /CONTENT_URL is the host of APP_URL/],
  [vars({ CONTENT_URL: 'https://poruch-content.ua' }), /CONTENT_URL names one host/],
  [vars({ CONTENT_URL: 'https://*.poruch.ua' }), /CONTENT_URL holds the host of APP_URL/],
  [vars({ S3_ENDPOINT: '' }), /S3_ENDPOINT is missing/],
  [vars({ S3_ENDPOINT: 'http://files.poruch.ua' }), /S3_ENDPOINT is no https address/],
  [vars({ DATABASE_PROXY: 'https://proxy.poruch.ua/sql' }), /DATABASE_PROXY is set/],
  [vars({ PASSWORD_ROUNDS: '1' }), /PASSWORD_ROUNDS is set/],
  [vars({ S3_BUCKET: 'other' }), /names another bucket/],
  [{ assets: undefined }, /no binding ASSETS/],
  [{ send_email: [] }, /no binding MAIL/],
  [
    { ratelimits: [{ name: 'PUBLIC_CALLS' }, { name: 'DIRECTORY_CALLS' }] },
    /rate limit FILE_CALLS is missing/,
  ],
  [{ durable_objects: { bindings: [] } }, /no binding EXAM_CLOCK/],
  [{ migrations: [] }, /No migration makes/],
  [{ triggers: { crons: ['0 * * * *'] } }, /no cron trigger/],
  [{ compatibility_flags: [] }, /nodejs_compat/],
])('%j is named', (changed, problem) => {
  expect(configurationProblems({ ...good, ...changed })).toEqual([expect.stringMatching(problem)]);
});

const secrets = {
  DATABASE_URL: 'postgres://osnova_worker:x@host/db',
  JWT_SECRET: 'j'.repeat(44),
  PASSWORD_PEPPER: 'p'.repeat(44),
  S3_ACCESS_KEY_ID: 'a',
  S3_SECRET_ACCESS_KEY: 's',
};

test('secrets that are all there have no problem', () => expect(secretProblems(secrets)).toEqual([]));

test.each([
  [{ JWT_SECRET: undefined }, /secret JWT_SECRET is missing/],
  [{ S3_SECRET_ACCESS_KEY: '' }, /secret S3_SECRET_ACCESS_KEY is missing/],
  [{ JWT_SECRET: 'short' }, /JWT_SECRET has 5 characters/],
  [{ HEALTH_TOKEN: 'short' }, /HEALTH_TOKEN has 5 characters/],
  [{ JWT_SECRET: 'p'.repeat(44) }, /are the same/],
  [{ GOOGLE_SIGN_IN: '{"client_id":"x"}' }, /GOOGLE_SIGN_IN is no JSON/],
  [{ FACEBOOK_SIGN_IN: 'x' }, /FACEBOOK_SIGN_IN is no JSON/],
])('%j is named', (changed, problem) => {
  expect(secretProblems({ ...secrets, ...changed })).toEqual([expect.stringMatching(problem)]);
});
