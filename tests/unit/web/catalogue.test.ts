import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../../tools/stack/paths.ts';

const WEB = join(ROOT, 'web');
const NOT_SHOWN = [
  // There is nothing of it to see.
  'ui/form/hidden-username.tsx',
  // It says what somebody signed in has not read yet, and in the catalogue nobody is.
  'ui/state/hint.tsx',
];

/** The paths of .tsx files below web/, with what each imports of ui/. */
const imports = new Map(
  readdirSync(WEB, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.tsx'))
    .map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      const named = [...readFileSync(path, 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+\.tsx)'/g)];
      return [relative(WEB, path), named.map(([, other]) => relative(WEB, join(parentPath, other!)))];
    }),
);
/** The parts of ui/ that these files draw, through other parts too. */
function drawnBy(isFrom: (path: string) => boolean): Set<string> {
  const drawn = new Set<string>();
  const walk = (path: string): void => {
    for (const part of imports.get(path) ?? []) {
      if (!part.startsWith('ui/') || drawn.has(part)) continue;
      drawn.add(part);
      walk(part);
    }
  };
  for (const path of imports.keys()) if (isFrom(path)) walk(path);
  return drawn;
}

test('every part that screens are made of stands in the catalogue', () => {
  const shown = drawnBy((path) => path.startsWith('catalogue/'));
  const used = drawnBy((path) => /^(app|features|player)\//.test(path));
  expect(used.size).toBeGreaterThan(100);
  expect([...used].filter((part) => !shown.has(part)).sort()).toEqual(NOT_SHOWN);
});
