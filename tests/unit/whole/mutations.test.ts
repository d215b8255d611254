import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MUTATIONS } from '../../mutations/list.ts';

const ROOT = join(import.meta.dirname, '../../..');

test.each(MUTATIONS)('$name: the guard stands once, and its tests exist', ({ file, guard, tests }) => {
  expect(readFileSync(join(ROOT, file), 'utf8').split(guard)).toHaveLength(2);
  expect(tests.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
