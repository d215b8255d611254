import { expect, test } from 'vitest';
import {
  contentOrigin,
  isOfContent,
  type ContentToken,
} from '../../worker/learning/packages/content-token.ts';
import type { Env } from '../../worker/platform/context.ts';

const env = (CONTENT_URL: string) =>
  ({ APP_URL: 'https://learn.example.ua', JWT_SECRET: 'secret of the tests', CONTENT_URL }) as Env;
const WILD = env('https://*.content.ua');
const token: ContentToken = { company: 1, user: 2, material: 3, package: 4, try: 5, dispatched: false };
const of = (url: string) => new Request(url);

test('each try has a host of its own, which stays the same, and nobody else’s is it', () => {
  const own = contentOrigin(WILD, token);
  expect(own).toMatch(/^https:\/\/[0-9a-f]{24}\.content\.ua$/);
  expect(contentOrigin(WILD, { ...token })).toBe(own);
  const others = (['company', 'user', 'material', 'package', 'try'] as const).map((name) =>
    contentOrigin(WILD, { ...token, [name]: 9 }),
  );
  expect(new Set([own, ...others]).size).toBe(6);
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
