import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../../tools/stack/paths.ts';

interface Locked {
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
}

/** What asks for no more than to be named; a choice of several is one of them if any is. */
const FREE = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0'];
/** Type is given out as it is, beside the product. */
const TYPE: Record<string, string> = {
  '@expo-google-fonts/noto-sans': 'MIT AND OFL-1.1',
  '@fontsource-variable/manrope': 'OFL-1.1',
};

test('what the product is made of may be used in it by its licence', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const delivered = Object.entries(packages)
    // The builds of one program for other systems, of which the lock file holds no licence, are not delivered.
    .filter(([path, { dev, devOptional, optional }]) => path && !dev && !devOptional && !optional)
    .map(([path, { license = 'none' }]) => ({ name: path.split('node_modules/').at(-1)!, license }));
  expect(delivered.length).toBeGreaterThan(100);
  expect(
    delivered.filter(
      ({ name, license }) =>
        TYPE[name] !== license &&
        !license
          .replace(/^\((.*)\)$/, '$1')
          .split(' OR ')
          .some((each) => FREE.includes(each)),
    ),
  ).toEqual([]);
});
