import { readFileSync } from 'node:fs';
import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { listOfCommonPasswords } from '../../../../tools/common-passwords.ts';
import { messageOf } from '../../../../worker/errors/contract.ts';
import { commonPasswords } from '../../../../worker/identity/accounts/common-passwords.ts';
import {
  MIN_LENGTH,
  passwordFaults,
  type PasswordOwner,
} from '../../../../worker/identity/accounts/password/contract.ts';

const owner = {
  email: 'olena.koval@kramnytsia.ua',
  phone: '+380671234567',
  first_name: 'Олена',
  last_name: 'Коваль',
  places: ['ТОВ «Затишна оселя»', 'Osnova'],
};
const firstFault = (password: string, of: PasswordOwner) => passwordFaults(password, of)[0];

test.each([
  ['Abc1234', 'password_too_short'],
  ['Ab1😀😀😀', 'password_too_short'],
  ['12345678', 'password_numeric'],
  ['1234', 'password_numeric'],
  ['zorepad-2026', 'password_no_capital'],
  ['Koval-2026', 'password_similar_email'],
  ['Olen-a2026', 'password_similar_email'],
  ['Kramnytsia9', 'password_similar_email'],
  ['Коваль2026', 'password_similar_name'],
  ['К-о-в-а-ль-26', 'password_similar_name'],
  ['A+380671234567', 'password_similar_name'],
  ['Zorepad0671234567', 'password_similar_name'],
  ['Zorepad-123-45-67', 'password_similar_name'],
  ['Затишна-2026', 'password_similar_company'],
  ['Затишна-хата-26', 'password_similar_company'],
  ['ЗатишнаОселя1', 'password_similar_company'],
  ['My-osnovA-26', 'password_similar_company'],
  ['Оселя-на-горі-26', undefined],
  ['Zorepad-2026', undefined],
  ['Zorepad-380671', undefined],
  ['Щедрик-2026', undefined],
])('%s: %s', (password, fault) => {
  expect(firstFault(password, owner)).toBe(fault);
});

test('whose password it is need not be known', () => {
  expect(firstFault('Koval-2026', {})).toBeUndefined();
  expect(passwordFaults('koval', {})).toEqual(['password_too_short', 'password_no_capital']);
});

test('a password that is too short is told how long it has to be', () => {
  expect(messageOf('password_too_short', { min: MIN_LENGTH })).toBe(
    'The password must contain at least 8 characters',
  );
});

test('a short name does not forbid every word that contains it', () => {
  const short = { email: 'le@ex.ua', first_name: 'Лі', last_name: 'Юн', places: ['ГО'] };
  expect(firstFault('Telegraf-77', short)).toBeUndefined();
});

test('the kept list of common passwords is that of its package, and refuses the same', () => {
  const list = readFileSync('worker/identity/accounts/common-passwords.txt', 'utf8');
  // `node tools/common-passwords.ts` writes it anew.
  expect(list).toBe(listOfCommonPasswords());
  const [kept, known] = [commonPasswords(list), new Set(dictionary['passwords-common'])];
  expect(kept.size).toBeGreaterThanOrEqual(10_000);
  const differently = [...known]
    .map((password) => password.replace(/\p{L}/u, (letter) => letter.toUpperCase()))
    .filter((password) => !firstFault(password, {}) && !kept.has(password.toLowerCase()));
  expect(differently).toEqual([]);
  // Nothing but common ones is refused.
  expect([...kept].filter((password) => !known.has(password))).toEqual([]);
});
