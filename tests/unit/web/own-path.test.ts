import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownPath } from '../../../web/lib/session/own-path.ts';

const OWN = 'https://osnova.example';

test.each([
  '/.//evil.example/x',
  '/..//evil.example',
  '/a/..//evil.example',
  '/./\\\\evil.example',
  '/%2e//evil.example',
  '/x/%2E%2e//evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n//evil.example',
  '\\\\evil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  ' /profile',
  'profile',
  '',
  null,
])('%j is nobody’s way out', (address) => {
  expect(ownPath(address, OWN)).toBeNull();
});

test.each([
  ['/course/7?tab=a#students', '/course/7?tab=a#students'],
  ['/user/../group', '/group'],
  ['/', '/'],
  ['/course?next=//evil.example', '/course?next=//evil.example'],
  ['/a//b', '/a//b'],
])('%s is a path of our own', (address, path) => {
  expect(ownPath(address, OWN)).toBe(path);
});

const PARTS = [
  '/',
  '\\',
  '.',
  '..',
  '//',
  '@',
  ':',
  '?',
  '#',
  '%2f',
  '%5c',
  '%2e',
  '\t',
  '\r\n',
  ' ',
  'evil.example',
  'https:',
  'a',
  '\u3002',
  '/.',
  '/./',
  '\u0000',
];

test('whatever is asked for, a browser stays here and comes where it is told', () => {
  const hostile = fc.oneof(
    fc.array(fc.constantFrom(...PARTS), { maxLength: 9 }).map((parts) => parts.join('')),
    fc.array(fc.constantFrom(...PARTS), { maxLength: 9 }).map((parts) => `/${parts.join('')}`),
    fc.string({ unit: 'binary' }).map((text) => `/${text}`),
    fc.webUrl(),
  );
  fc.assert(
    fc.property(hostile, (address) => {
      const path = ownPath(address, OWN);
      if (path === null) return;
      // As a router resolves it, and once more as it does with what came of that.
      for (const base of [OWN, `${OWN}/login?callback_url=x`]) {
        const first = new URL(path, base);
        expect(first.origin).toBe(OWN);
        expect(new URL(first.pathname + first.search + first.hash, base).href).toBe(first.href);
      }
      expect(path).toMatch(/^\/(?![/\\])/);
    }),
    { numRuns: 20_000, seed: 18 },
  );
});
