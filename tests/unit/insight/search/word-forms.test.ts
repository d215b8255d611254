import { expect, test } from 'vitest';
import { formsOf, searchOf, searchWords } from '../../../../worker/insight/search/contract.ts';
import { commandsFor } from '../../../../web/features/insight/palette/matching.ts';

const begins = (asked: string, text: string) =>
  new RegExp(`^(?:${formsOf(searchWords(asked)[0]!)})`).test(searchWords(text)[0]!);

test('a word is found by any of its forms, in three languages', () => {
  const families = [
    ['безпека', 'безпеки', 'безпеці', 'безпекою'],
    ['робота', 'роботи', 'роботою', 'робіт'],
    ['дорога', 'дорозі', 'дорогами'],
    ['знання', 'знань', 'знаннями'],
    ['випадок', 'випадку', 'випадками'],
    ['пожежна', 'пожежної', 'пожежних', 'пожежній'],
    ['інструктаж', 'інструктажів', 'інструктажу'],
    ['працівник', 'працівники', 'працівників'],
    ['дім', 'дому'],
    ['колір', 'кольору', 'кольори'],
    ['школа', 'шкіл'],
    ['вікно', 'вікон', 'вікнами'],
    ['Prüfung', 'Prüfungen', 'prufung'],
    ['Grundsatz', 'Grundsätze', 'Grundsätzen'],
    ['policy', 'policies'],
    ['training', 'trainings', 'trained'],
    ['rule', 'rules'],
  ];
  for (const [base, ...others] of families)
    for (const other of others) {
      expect([other, base, begins(other, base!)]).toEqual([other, base, true]);
      expect([base, other, begins(base!, other)]).toEqual([base, other, true]);
    }
});

test('other words are not taken for forms of one', () => {
  for (const [one, other] of [
    ['безпека', 'безробіття'],
    ['курс', 'курка'],
    ['тест', 'тесля'],
    ['охорона', 'охайність'],
    ['training', 'traffic'],
    ['Prüfung', 'Prüfstand'],
  ])
    expect([one, other, begins(one!, other!)]).toEqual([one, other, false]);
});

test('signs of a pattern stay signs, apostrophes are equal, and a phone is one word', () => {
  expect(searchOf("Дем'яна дем’яна демʼяна").words).toEqual(['демяна', 'демяна', 'демяна']);
  expect(searchOf('a.c c++ 100%').patterns).toEqual([String.raw`100\%`, String.raw`a\.c`, String.raw`c\+\+`]);
  expect(searchOf('067 123-45-67')).toMatchObject({ phone: '0671234567' });
  expect(searchOf('112').phone).toBeNull();
  expect(searchOf('наказ 2026').phone).toBeNull();
  expect(searchOf(' — ').patterns).toEqual([]);
});

test('a place is found by its own words, and by those of what it belongs to only beside them', () => {
  const places = [
    { label: 'Налаштування', keywords: 'Пожежна безпека' },
    { label: 'Безпека', keywords: 'налаштування' },
    { label: 'Студенти', keywords: 'Пожежна безпека' },
  ];
  const found = (query: string) => commandsFor(places, query).map(({ label }) => label);
  expect(found('налаштуваннями пожежної')).toEqual(['Налаштування']);
  expect(found('безпеки')).toEqual(['Безпека']);
  expect(found('пожежна')).toEqual([]);
  expect(found('студентів пожежної')).toEqual(['Студенти']);
  expect(found('')).toHaveLength(3);
});
