import { expect, test } from 'vitest';
import { FoldersBelow, pathOf } from '../../../../worker/exams/bank/bank.ts';
import { foundFolders } from '../../../../web/features/exams/forms/bank/files/found.ts';
import { categoriesOf, lastCategory, notedTags } from '../../../../worker/exams/exchange/parts/categories.ts';

const FOLDERS = [
  { id: 1, parent_id: null, name: 'Moodle' },
  { id: 2, parent_id: 1, name: 'Безпека' },
  { id: 3, parent_id: null, name: 'Безпека' },
];

test('names lead to folders that are there whatever their case, and to others once', () => {
  const below = new FoldersBelow(FOLDERS, 1, 3);
  expect(below.at(['БЕЗПЕКА', 'Дах'])).toEqual(['Безпека', 'Дах']);
  expect(below.at(['безпека', 'ДАХ', 'a', 'too deep'])).toEqual(['Безпека', 'Дах', 'a']);
  expect(below.at([])).toEqual([]);
  expect(below.made).toEqual([
    ['Безпека', 'Дах'],
    ['Безпека', 'Дах', 'a'],
  ]);
  expect(pathOf(new Map(FOLDERS.map((each) => [each.id, each])), 2)).toEqual(['Moodle', 'Безпека']);
});

test.each([
  ['$course$/top/Default for B/Safety/A//B', ['Safety', 'A/B']],
  ['$system$/Типово для Система/Безпека', ['Безпека']],
  ['$cat3$/top', []],
  ['top/top', ['top']],
  [' Safety / Height ', ['Safety', 'Height']],
  ['Safety/Default for B', ['Safety', 'Default for B']],
  ['', []],
])('the categories of %s are those that somebody made', (path, names) => {
  expect(categoriesOf(path)).toEqual(names);
});

test('a section of a test is the last category, as it was', () => {
  expect(lastCategory('$course$/top/Safety/Height')).toBe('Height');
  for (const path of ['$course$/top', 'top', '$course$/top/Default for B', '$course$/Типово для B'])
    expect(lastCategory(path)).toBe('');
});

test('tags stand in comments as Moodle writes them', () => {
  expect(notedTags('// [id:a\\]b] [tag:x\\]y] [tag:два слова] [tag:]')).toEqual(['x]y', 'два слова', '']);
});

test('folders that questions go into are told once, with those that are made around them', () => {
  const rows = [{ folders: ['A', 'B'] }, { folders: [] }, { folders: ['A', 'B'] }, { folders: ['C'] }];
  const told = foundFolders(rows, [['A'], ['A', 'B'], ['D']]);
  expect(told.map(({ path, questions, isNew }) => [path.join('/'), questions, isNew])).toEqual([
    ['A', 0, true],
    ['A/B', 2, true],
    ['', 1, false],
    ['C', 1, false],
  ]);
});
