import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../../tools/stack/paths.ts';

const WEB = join(ROOT, 'web');
const NOT_SHOWN = [
  // There is nothing of it to see.
  'ui/form/hidden-username.tsx: HiddenUsername',
  // It says what somebody signed in has not read yet, and in the catalogue nobody is.
  'ui/state/hint.tsx: Hint',
];
/** Shown by a part that is made of it. */
const SHOWN_WITHIN = [
  'ui/control/field/field.tsx: Field',
  'ui/date/due-field.tsx: DueOfForm',
  'ui/dialog/ask-before-leaving.tsx: AskBeforeLeaving',
  'ui/dialog/bare-dialog.tsx: BareDialog',
  'ui/dialog/modal.tsx: Modal',
  'ui/filter/filter-search.tsx: FilterSearch',
  'ui/filter/filter.tsx: Filter',
  'ui/form/private-form.tsx: UnsavedChanges',
  'ui/form/restored-words.tsx: RestoredWords',
  'ui/list/list-body.tsx: ListBody',
  'ui/state/loaded.tsx: Loaded',
  'ui/table/row-checkbox.tsx: RowCheckbox',
];

/** `import { Panel, type Fact } from '…'`. */
const IMPORT = /import \{([^}]+)\} from '(\.[^']+\.tsx)'/g;

interface Drawn {
  file: string;
  names: string[];
}

/** The paths of .tsx files below web/, with what each takes of ui/. */
const imports = new Map(
  readdirSync(WEB, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.tsx'))
    .map(({ parentPath, name }): [string, Drawn[]] => {
      const path = join(parentPath, name);
      const all = [...readFileSync(path, 'utf8').matchAll(IMPORT)].map(([, words, other]) => ({
        file: relative(WEB, join(parentPath, other!)),
        names: words!
          .split(',')
          .map((word) => word.trim())
          .filter((word) => /^[A-Z][A-Za-z]*[a-z]/.test(word)),
      }));
      return [relative(WEB, path), all.filter(({ file }) => file.startsWith('ui/'))];
    }),
);

/** The parts of ui/, `file: Name`, that these files draw by themselves. */
const drawnBy = (isFrom: (path: string) => boolean): Set<string> =>
  new Set(
    [...imports].flatMap(([path, taken]) =>
      isFrom(path) ? taken.flatMap(({ file, names }) => names.map((name) => `${file}: ${name}`)) : [],
    ),
  );

test('every part that screens are made of stands in the catalogue', () => {
  const shown = drawnBy((path) => path.startsWith('catalogue/'));
  const used = drawnBy((path) => /^(app|features|player)\//.test(path));
  expect(used.size).toBeGreaterThan(100);
  expect([...used].filter((part) => !shown.has(part)).sort()).toEqual([...NOT_SHOWN, ...SHOWN_WITHIN].sort());
});
