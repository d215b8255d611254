import { expect, test } from 'vitest';
import { compileHints } from '../../../../web/build/compile-hints.ts';

interface Output {
  type: 'chunk' | 'asset';
  moduleIds?: string[];
  code?: string;
}

test('what first screens are made of asks to be compiled whole, and libraries of single ones do not', () => {
  const bundle: Record<string, Output> = {
    screen: {
      type: 'chunk',
      moduleIds: ['/web/lib/one.ts', '/node_modules/preact/index.js'],
      code: 'screen()',
    },
    editor: {
      type: 'chunk',
      moduleIds: ['/web/lib/two.ts', '/node_modules/prosemirror/index.js'],
      code: 'editor()',
    },
    sheet: { type: 'asset' },
  };
  const { generateBundle } = compileHints() as unknown as {
    generateBundle: { order: string; handler: (options: object, bundle: object) => void };
  };
  generateBundle.handler({}, bundle);
  expect(generateBundle.order).toBe('post');
  expect(Object.values(bundle).map(({ code }) => code)).toEqual([
    '//# allFunctionsCalledOnLoad\nscreen()',
    'editor()',
    undefined,
  ]);
});
