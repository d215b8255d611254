import { readFileSync } from 'node:fs';
import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { listOfCommonPasswords } from '../../../../tools/common-passwords.ts';
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
