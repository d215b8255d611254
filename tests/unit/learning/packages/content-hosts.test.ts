import { readFileSync } from 'node:fs';
import { decodeJwt, SignJWT } from 'jose';
import { afterEach, expect, test, vi } from 'vitest';
import {
  contentOrigin,
  isOfContent,
  readContentToken,
  signContent,
  type ContentToken,
} from '../../../../worker/learning/packages/content/content-token.ts';
import type { Env } from '../../../../worker/platform/context.ts';

const env = (CONTENT_URL: string) =>
  ({ APP_URL: 'https://learn.example.ua', JWT_SECRET: 'secret of the tests', CONTENT_URL }) as Env;
const WILD = env('https://*.content.ua');
const token: ContentToken = {
  session: 6,
  user_type: 'student',
  company: 1,
  user: 2,
  material: 3,
  package: 4,
  try: 5,
  dispatched: false,
};
const of = (url: string) => new Request(url);

test('each try has a host of its own, which stays the same, and nobody else’s is it', () => {
  const own = contentOrigin(WILD, token);
  expect(own).toMatch(/^https:\/\/[0-9a-f]{24}\.content\.ua$/);
  expect(contentOrigin(WILD, { ...token })).toBe(own);
  const others = (['company', 'user', 'material', 'package', 'try'] as const).map((name) =>
    contentOrigin(WILD, { ...token, [name]: 9 }),
  );
  expect(new Set([own, ...others]).size).toBe(6);
  // Another session finds there what the one before has left.
  expect(contentOrigin(WILD, { ...token, session: 9 })).toBe(own);
  // Nobody computes it who has not the secret.
  expect(contentOrigin({ ...WILD, JWT_SECRET: 'another' }, token)).not.toBe(own);
  expect(contentOrigin(env('http://127.0.0.1:8787'), token)).toBe('http://127.0.0.1:8787');
});

test.each([
  [WILD, 'https://a1.content.ua/x', true],
  [WILD, 'https://content.ua/', false],
  [WILD, 'https://evil-content.ua/', false],
  [WILD, 'https://learn.example.ua/', false],
  [env('https://*.example.ua'), 'https://learn.example.ua/', false],
  [env('https://*.example.ua'), 'https://a1.example.ua/', true],
  [env('http://127.0.0.1:8787'), 'http://127.0.0.1:8787/', true],
  [env('http://127.0.0.1:8787'), 'http://localhost:8787/', false],
  [env(''), 'https://learn.example.ua/', false],
])('with %o, %s is of content: %s', (given, url, expected) => {
  expect(isOfContent(given, of(url))).toBe(expected);
});

afterEach(() => void vi.useRealTimers());

test('an address opens its try until its time is over, and nothing that was not signed for it does', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T10:00:00Z'), toFake: ['Date'] });
  const sign = (given = WILD) => signContent(given, token, '2026-03-01T10:00:00Z');
  const signed = await sign();
  for (const at of ['2026-03-01T11:00:00Z', '2026-03-02T09:59:00Z']) {
    vi.setSystemTime(Date.parse(at));
    expect(await readContentToken(WILD, signed)).toEqual(token);
  }
  // The same for half of a day, so that each is good for another half; then the next one, also of an old try.
  vi.setSystemTime(Date.parse('2026-03-01T21:59:00Z'));
  expect(await sign()).toBe(signed);
  vi.setSystemTime(Date.parse('2026-03-01T22:00:00Z'));
  expect(await sign()).not.toBe(signed);
  vi.setSystemTime(Date.parse('2026-03-02T10:00:00Z'));
  await expect(readContentToken(WILD, signed)).rejects.toMatchObject({ code: 'session_ended' });
  for (const at of ['2026-04-01T01:00:00Z', '2026-04-01T21:59:00Z']) {
    vi.setSystemTime(Date.parse(at));
    const { exp } = decodeJwt(await sign());
    const hours = (exp! - Date.now() / 1000) / 3600;
    expect([at, hours > 12 && hours <= 24]).toEqual([at, true]);
  }
  const other = await sign({ ...WILD, JWT_SECRET: 'another' });
  expect(await readContentToken(WILD, other)).toBeNull();
  const [, claims] = other.split('.');
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`;
  expect(await readContentToken(WILD, unsigned)).toBeNull();
  // Signed with the secret itself, as other tokens are.
  const forged = await new SignJWT({ sid: 6, type: 'student', c: 1, m: 3, p: 4, t: 5 })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('2')
    .setAudience('package')
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(WILD.JWT_SECRET));
  expect(await readContentToken(WILD, forged)).toBeNull();
});

test('what a token opens comes to the Worker at once, and is not looked for among the files of the client', async () => {
  const { pathname } = new URL(
    `/${await signContent(WILD, token, '2026-03-01T10:00:00Z')}/commit`,
    WILD.APP_URL,
  );
  const [, first = ''] = /run_worker_first = \[([^\]]+)\]/.exec(readFileSync('wrangler.toml', 'utf8')) ?? [];
  const beginnings = [...first.matchAll(/"(\/[^"]+)\*"/g)].map(([, beginning]) => beginning!);
  expect(beginnings.filter((beginning) => pathname.startsWith(beginning))).toEqual(['/eyJ']);
});
