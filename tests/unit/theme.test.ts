import { expect, test } from 'vitest';

// By names that the compiler does not follow: these tests know no JSX.
const [TOKENS, THEME]: string[] = ['../../web/ui/tokens.ts', '../../web/ui/theme.ts'];
const { tokensCss } = (await import(TOKENS!)) as { tokensCss: () => string };
const { theme } = (await import(THEME!)) as { theme: { colors: Record<string, unknown> } };

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
  const [, other] = /^var\((--[\w-]+)\)$/.exec(value) ?? [];
  if (other) return colorOf(said, other);
  const [, hex] = /^#([\da-f]{6})$/i.exec(value) ?? [];
  if (hex) return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const [, numbers] = /^rgba\((\d+, \d+, \d+), 1\)$/.exec(value) ?? [];
  if (!numbers) throw new Error(`${name} is ${value}`);
  return numbers.split(', ').map(Number);
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
    const poor = Object.keys(theme.colors).flatMap((color) =>
      ['light', 'light-hover'].flatMap((ground) => {
        const [words, below] = ['light-color', ground].map((name) =>
          colorOf(said, `--mantine-color-${color}-${name}`),
        );
        const contrast = contrastOf(words!, below!);
        return contrast < 4.5 ? [`${color} on its ${ground}: ${contrast.toFixed(2)}`] : [];
      }),
    );
    expect(poor).toEqual([]);
  },
);
