import type { Plugin } from 'vite';
import { tokensCss } from '../ui/tokens.ts';

/** Writes the theme into tokens.css and leaves out the part of Mantine that would compute it in the browser. */
export function themeAsCss(): Plugin {
  return {
    name: 'theme-as-css',
    enforce: 'pre',
    transform: {
      filter: { id: /\/(ui\/tokens\.css|MantineCssVariables\/MantineCssVariables\.mjs)$/ },
      handler: (_, id) => ({
        code: id.endsWith('.css') ? tokensCss() : 'export const MantineCssVariables = () => null;',
        map: null,
      }),
    },
  };
}
