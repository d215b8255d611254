import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../../tools/stack/paths.ts';

/** More side by side are no longer seen at once: then a folder gets rooms, each for what somebody does there. */
const SIDE_BY_SIDE = 16;
/** One file for each slice, and one picture for each instruction: lists by nature. Programs stand where scripts name them. */
const LISTS = /^(web\/(i18n|public\/support)\/.*|tools)$/;

test('no folder of code holds more files than one sees at once', () => {
  const counts = new Map<string, number>();
  for (const part of ['worker', 'web', 'tests', 'tools'])
    for (const entry of readdirSync(join(ROOT, part), { recursive: true, withFileTypes: true })) {
      const folder = relative(ROOT, entry.parentPath);
      if (entry.isFile()) counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  expect(counts.size).toBeGreaterThan(250);
  expect([...counts].filter(([folder, count]) => count > SIDE_BY_SIDE && !LISTS.test(folder))).toEqual([]);
});
