import { basename } from 'node:path';
import type { Plugin } from 'vite';
import { frameCss } from '../ui/rich-text/frame/theme.ts';
import { tokensCss } from '../ui/tokens.ts';

const SHEETS: Readonly<Record<string, () => string>> = { 'tokens.css': tokensCss, 'theme.css': frameCss };

/** Writes the tokens and the editor's theme into their style sheets, and leaves out what Mantine would write into the page when it is drawn. */
export function themeAsCss(): Plugin {
  return {
    name: 'theme-as-css',
    enforce: 'pre',
    transform: {
      filter: {
        id: /\/(ui\/tokens\.css|frame\/theme\.css|(MantineCssVariables\/MantineCssVariables|MantineClasses\/MantineClasses)\.mjs)$/,
      },
      handler: (_, id) => ({
        code: SHEETS[basename(id)]?.() ?? `export const ${basename(id, '.mjs')} = () => null;`,
        map: null,
      }),
    },
  };
}
