import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../../tools/stack/paths.ts';

// By a name that the compiler does not follow: these tests know no JSX.
const TOKENS: string = '../../../web/ui/tokens.ts';
const { tokensCss } = (await import(TOKENS)) as { tokensCss: () => string };

/** What a scheme says of each variable, whole values only. */
function variablesOf(scheme: 'light' | 'dark'): Map<string, string> {
  const other = scheme === 'light' ? 'dark' : 'light';
  const said = new Map<string, string>();
  for (const [, selector, body] of tokensCss().matchAll(/([^{}]+)\{([^}]*)\}/g)) {
    if (selector!.includes(other)) continue;
    for (const [, name, value] of body!.matchAll(/(--[\w-]+):\s*([^;]+);/g)) said.set(name!, value!.trim());
  }
  return said;
}

function colorOf(said: Map<string, string>, name: string): number[] {
  const value = said.get(name) ?? '';
  const [, hex] = /^#([\da-f]{6})$/i.exec(value) ?? [];
  if (hex) return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  throw new Error(`${name} is ${value}`);
}

/** WCAG 2.2, "relative luminance". */
function luminanceOf(color: number[]): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrastOf(one: number[], other: number[]): number {
  const [less, more] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (more! + 0.05) / (less! + 0.05);
}

test.each(['light', 'dark'] as const)(
  'the words of a pale button are read while it is pointed at, in a %s scheme',
  (scheme) => {
    const said = variablesOf(scheme);
    const poor = ['petrol', 'brick', 'stone'].flatMap((color) => {
      const [words, below] = ['ink', 'lit'].map((name) => colorOf(said, `--osn-${color}-pale-${name}`));
      const contrast = contrastOf(words!, below!);
      return contrast < 4.5 ? [`${color}: ${contrast.toFixed(2)}`] : [];
    });
    expect(poor).toEqual([]);
  },
);

test("each token that a sheet or a screen names stands somewhere, and none is a library's", () => {
  const files = globSync('web/**/*.{css,ts,tsx}', { cwd: ROOT }).filter(
    (file) => !file.includes('/frame/theme.'),
  );
  const texts = files.map((file) => readFileSync(join(ROOT, file), 'utf8'));
  const known = new Set(
    [tokensCss(), ...texts].flatMap((text) =>
      [...text.matchAll(/(--osn-[\w-]+):/g)].map(([, name]) => name!),
    ),
  );
  const unknown = texts.flatMap((text, at) =>
    [...text.matchAll(/var\((--(?:osn|mantine)-[\w-]+)(?=[,)])/g)]
      .filter(([, name]) => !known.has(name!))
      .map(([, name]) => `${files[at]}: ${name}`),
  );
  expect(known.size).toBeGreaterThan(100);
  expect(unknown).toEqual([]);
});
