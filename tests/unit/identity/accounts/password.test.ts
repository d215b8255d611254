import { readFileSync } from 'node:fs';
import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { listOfCommonPasswords } from '../../../../tools/common-passwords.ts';
import { PASSWORD_RULES } from '../../../../web/lib/session/password-rules.ts';
import { commonPasswords, passwordFault } from '../../../../worker/identity/accounts/password.ts';

const owner = {
  email: 'olena.koval@kramnytsia.ua',
  phone: '+380671234567',
  names: ['Олена', 'Коваль'],
  places: ['ТОВ «Затишна оселя»', 'Osnova'],
};
const isCommon = (lower: string) => ['password1', 'qwerty123'].includes(lower);

test.each([
  ['Abc1234', 'password_too_short'],
  ['12345678', 'password_numeric'],
  ['1234', 'password_numeric'],
  ['zorepad-2026', 'password_no_capital'],
  ['Password1', 'password_common'],
  ['Koval-2026', 'password_similar_email'],
  ['Kramnytsia9', 'password_similar_email'],
  ['Коваль2026', 'password_similar_name'],
  ['A+380671234567', 'password_similar_name'],
  ['Затишна-2026', 'password_similar_company'],
  ['Затишна-хата-26', 'password_similar_company'],
  ['ЗатишнаОселя1', 'password_similar_company'],
  ['My-osnovA-26', 'password_similar_company'],
  ['Оселя-на-горі-26', null],
  ['Zorepad-2026', null],
  ['Щедрик-2026', null],
])('%s: %s', (password, fault) => {
  expect(passwordFault(password, owner, isCommon)).toBe(fault);
});

test('the registration judges a password by the name of the company as the server does', () => {
  const names = ['', 'ГО', 'ТОВ «Затишна оселя»', 'Обрій', 'Zoo & Co', 'Fünf-Seen 24', '  Молоко  '];
  const passwords = [
    'Затишна-2026',
    'ТОВ-тов-тов',
    'ЗатишнаОселя1',
    'Оселя-на-горі-26',
    'Обрій2026',
    'О-б-р-і-й-26',
    'Zooco-2026',
    'Zoo & Co 7',
    'FünfSeen24',
    'Seen-2026-X',
    'Молоко-77',
    'Zorepad-2026',
    'Моло-2026',
  ];
  const told = passwords.flatMap((password) =>
    names.map((company) => [
      password,
      company,
      PASSWORD_RULES.not_company.met(password, { places: [company] }),
    ]),
  );
  const judged = passwords.flatMap((password) =>
    names.map((company) => {
      const fault = passwordFault(password, { names: [], places: [company] }, () => false);
      return [password, company, fault !== 'password_similar_company'];
    }),
  );
  expect(told).toEqual(judged);
  expect(new Set(told.map(([, , met]) => met))).toEqual(new Set([true, false]));
});

test('a short name does not forbid every word that contains it', () => {
  expect(
    passwordFault('Telegraf-77', { email: 'le@ex.ua', names: ['Лі', 'Юн'], places: ['ГО'] }, isCommon),
  ).toBeNull();
});

test('the kept list of common passwords is that of its package, and refuses the same', () => {
  const list = readFileSync('worker/identity/accounts/common-passwords.txt', 'utf8');
  // `node tools/common-passwords.ts` writes it anew.
  expect(list).toBe(listOfCommonPasswords());
  const [kept, known] = [commonPasswords(list), new Set(dictionary['passwords-common'])];
  expect(kept.size).toBeGreaterThanOrEqual(10_000);
  const nobody = { names: [], places: [] };
  const differently = [...known]
    .map((password) => password.replace(/\p{L}/u, (letter) => letter.toUpperCase()))
    .filter(
      (password) =>
        passwordFault(password, nobody, (lower) => kept.has(lower)) !==
        passwordFault(password, nobody, (lower) => known.has(lower)),
    );
  expect(differently).toEqual([]);
  // Nothing but common ones is refused.
  expect([...kept].filter((password) => !known.has(password))).toEqual([]);
});
