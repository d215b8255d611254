import { expect, inject, test } from 'vitest';

/** What the one deployment answers outside of the API. */
const { url } = inject('product');
const answerOf = async (path: string, init?: RequestInit) => {
  const response = await fetch(new URL(path, url), init);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

test.each(['/', '/profile', '/course/1/education-materials/2', '/certificate/OS-1', '/no/such/screen'])(
  '%s is the page',
  async (path) => {
    const { status, headers, text } = await answerOf(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<div id="root">');
    expect(text).toMatch(/<meta name="description" content="[^"]{20,}"/);
    expect(headers.get('content-security-policy')).toContain("script-src 'self' 'sha256-");
  },
);

test.each(['/assets/none.js', '/assets/none', '/favicon.ico', '/course/1/none.PNG'])(
  '%s, which does not exist, is not the page',
  async (path) => {
    const { status, headers } = await answerOf(path);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      404,
      'text/plain',
      'no-store',
    ]);
  },
);

test('a file that exists is served as it is, and the page is not given twice', async () => {
  expect((await answerOf('/robots.txt')).headers.get('content-type')).toContain('text/plain');
  const etag = (await answerOf('/profile')).headers.get('etag');
  expect((await answerOf('/course', { headers: { 'If-None-Match': etag! } })).status).toBe(304);
});

test('certificates are not for search engines, and nothing is sent to a screen', async () => {
  expect((await answerOf('/certificate/OS-1')).headers.get('x-robots-tag')).toBe('noindex, nofollow');
  const sent = await answerOf('/profile', { method: 'POST' });
  expect([sent.status, sent.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});
