import { expect, test } from 'vitest';
import {
  pagesWith,
  paragraphsOf,
} from '../../../../web/features/learning/materials/viewers/pdf/pdf-words.ts';

const lines = (...texts: string[]) => texts.map((str) => ({ str, hasEOL: true }));

test('lines of a page are joined to paragraphs, and a hyphenated word is whole', () => {
  expect(
    paragraphsOf(
      lines(
        'Пожежна безпека',
        'Працівник, який помітив пожежу, негайно повідомляє про неї пожеж-',
        'но-рятувальну службу за телефоном 101 і вживає заходів для евакуа-',
        'ції людей.',
        '',
        'Вогнегасник тримають за ручку.',
      ),
    ),
  ).toEqual([
    'Пожежна безпека',
    'Працівник, який помітив пожежу, негайно повідомляє про неї пожежно-рятувальну службу за телефоном 101 і вживає заходів для евакуації людей.',
    'Вогнегасник тримають за ручку.',
  ]);
  expect(paragraphsOf([])).toEqual([]);
});

test('a search finds the pages whatever the case and the breaks of lines', () => {
  const pages = ['Вогнегасник\nпорошковий', 'Евакуація', 'вогнегасник  порошковий ВП-5'];
  expect(pagesWith(pages, 'Вогнегасник порошковий')).toEqual([1, 3]);
  expect(pagesWith(pages, '  ')).toEqual([]);
  expect(pagesWith(pages, 'сирена')).toEqual([]);
});
