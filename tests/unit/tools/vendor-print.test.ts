import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { oneLine, print } from '../../../tools/vendor/print.ts';

let printed: string[];
beforeEach(() => {
  printed = [];
  vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text));
});
afterEach(() => vi.restoreAllMocks());

test.each([
  ['an ANSI sequence', 'a\u001B[2Jb'],
  ['one of eight bits', 'a\u009B31mb'],
  ['a title or a clipboard', 'a\u001B]52;c;cm0gLXJm\u0007b'],
  ['a return to the line’s beginning', 'a\rb'],
  ['a bell or backspace', 'a\u0007\b\u007Fb'],
  ['a change of direction', 'a\u202Eb\u2066c\u200F'],
  ['a line of another kind', 'a\u2028b\u0085c'],
])('%s does not reach the terminal', (_what, text) => {
  print(`${text}\nnext`);
  expect(printed[0]).not.toMatch(
    // oxlint-disable-next-line no-control-regex -- they are what must not be there
    /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2066-\u2069]/,
  );
  expect(printed[0]).toMatch(/^a.*\nnext$/);
});

test('a value is one line, so that it passes for no row', () => {
  expect(oneLine('Name\n7  Another company')).toBe('Name 7  Another company');
});

test('words of people stay as they are', () => {
  print('Привіт, “світе”! 👩‍🏫 ü');
  expect(printed[0]).toContain('Привіт, “світе”!');
});
