import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** What other components are built on, in the order of Mantine's whole style sheet: an element may carry classes of both. */
const GROUNDS = [
  'ScrollArea',
  'UnstyledButton',
  'VisuallyHidden',
  'Paper',
  'Popover',
  'CloseButton',
  'Group',
  'Loader',
  'Overlay',
  'ModalBase',
  'Input',
  'InlineInput',
];

/** Lets the style sheet of each Mantine component come with its code, so that a screen loads those of its own components. */
export function mantineStyles(): Plugin[] {
  return [ofEachComponent, allOfThem];
}

const ofEachComponent: Plugin = {
  name: 'mantine-styles',
  apply: 'build',
  transform: {
    filter: { id: /\/@mantine\/core\/esm\/.+\.module\.mjs$/ },
    handler(code, id) {
      const name = basename(id, '.module.mjs');
      const folder = dirname(id);
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.mjs'))
        .map((file) => readFileSync(join(folder, file), 'utf8'))
        .join('\n');
      const place = GROUNDS.indexOf(name);
      const before = (place < 0 ? GROUNDS : GROUNDS.slice(0, place)).filter((one) =>
        files.includes(`/${one}.mjs"`),
      );
      const imports = [...before, name].map((one) => `import '@mantine/core/styles/${one}.layer.css';`);
      return { code: `${imports.join('\n')}\n${code}`, map: null, moduleSideEffects: false };
    },
  },
};

/** While one edits, Vite has made one file of all components, in which there is nothing to add to. */
const allOfThem: Plugin = {
  name: 'mantine-styles-while-editing',
  apply: 'serve',
  transform: {
    filter: { id: /\/web\/main\.tsx$/ },
    handler: (code) => ({ code: `import '@mantine/core/styles.layer.css';\n${code}`, map: null }),
  },
};
