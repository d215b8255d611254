import { basename } from 'node:path';
import type { Plugin } from 'vite';
import { tokensCss } from '../ui/tokens.ts';

/** Writes the theme into tokens.css, and leaves out what Mantine would write into the page when it is drawn. */
export function themeAsCss(): Plugin {
  return {
    name: 'theme-as-css',
    enforce: 'pre',
    transform: {
      filter: {
        id: /\/(ui\/tokens\.css|(MantineCssVariables\/MantineCssVariables|MantineClasses\/MantineClasses)\.mjs)$/,
      },
      handler: (_, id) => ({
        code: id.endsWith('.css') ? tokensCss() : `export const ${basename(id, '.mjs')} = () => null;`,
        map: null,
      }),
    },
  };
}
