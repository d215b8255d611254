import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../../tools/stack/paths.ts';

/* The linter finds circles of what is loaded at once; a part that is loaded later closes one as well. */

const IMPORT = /(?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+)'(\.[^']+)'/g;

function importsOf(part: string): Map<string, string[]> {
  const files = readdirSync(join(ROOT, part), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(part, file));
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const named = [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)];
      const read = named.map(([, path = '']) => normalize(join(dirname(file), path)));
      return [file, read.filter((path) => known.has(path))];
    }),
  );
}

/** The files of the first circle that is met, in the order in which they import each other. */
function circleIn(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (file: string): string[] => {
    if (way.includes(file)) return way.slice(way.indexOf(file));
    if (done.has(file)) return [];
    way.push(file);
    for (const next of imports.get(file) ?? []) {
      const circle = visit(next);
      if (circle.length > 0) return circle;
    }
    way.pop();
    done.add(file);
    return [];
  };
  for (const file of imports.keys()) {
    const circle = visit(file);
    if (circle.length > 0) return circle;
  }
  return [];
}

test.each([
  ['worker', 300],
  ['web', 800],
  ['tests', 250],
  ['tools', 100],
])('no circle of imports in %s, with those by import()', (part, least) => {
  const imports = importsOf(part);
  expect([...imports.values()].flat().length).toBeGreaterThan(least);
  expect(circleIn(imports)).toEqual([]);
});
