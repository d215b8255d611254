import { expect, test } from 'vitest';
import { compileHints } from '../../../../web/build/compile-hints.ts';

interface Output {
  type: 'chunk' | 'asset';
  moduleIds?: string[];
  code?: string;
}

test('what first screens are made of asks to be compiled whole; libraries of single ones and tiny files do not', () => {
  const screen = 'screen();'.repeat(200);
  const bundle: Record<string, Output> = {
    screen: {
      type: 'chunk',
      moduleIds: ['/web/lib/one.ts', '/node_modules/preact/index.js'],
      code: screen,
    },
    editor: {
      type: 'chunk',
      moduleIds: ['/web/lib/two.ts', '/node_modules/prosemirror/index.js'],
      code: 'editor();'.repeat(200),
    },
    name: { type: 'chunk', moduleIds: ['/web/lib/three.ts'], code: 'name()' },
    sheet: { type: 'asset' },
  };
  const { generateBundle } = compileHints() as unknown as {
    generateBundle: { order: string; handler: (options: object, bundle: object) => void };
  };
  generateBundle.handler({}, bundle);
  expect(generateBundle.order).toBe('post');
  expect(Object.values(bundle).map(({ code }) => code)).toEqual([
    `//# allFunctionsCalledOnLoad\n${screen}`,
    'editor();'.repeat(200),
    'name()',
    undefined,
  ]);
});
