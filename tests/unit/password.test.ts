import { expect, test } from 'vitest';
import { passwordFault } from '../../worker/accounts/password.ts';

const owner = { email: 'olena.koval@kramnytsia.ua', phone: '+380671234567', names: ['Олена', 'Коваль'] };
const isCommon = (lower: string) => ['password1', 'qwerty123'].includes(lower);

test.each([
  ['Abc1234', 'password_too_short'],
  ['12345678', 'password_numeric'],
  ['zorepad-2026', 'password_no_capital'],
  ['Password1', 'password_common'],
  ['Koval-2026', 'password_similar_email'],
  ['Kramnytsia9', 'password_similar_email'],
  ['Коваль2026', 'password_similar_name'],
  ['A+380671234567', 'password_similar_name'],
  ['Zorepad-2026', null],
  ['Щедрик-2026', null],
])('%s: %s', (password, fault) => {
  expect(passwordFault(password, owner, isCommon)).toBe(fault);
});

test('a short name does not forbid every word that contains it', () => {
  expect(passwordFault('Telegraf-77', { email: 'le@ex.ua', names: ['Лі', 'Юн'] }, isCommon)).toBeNull();
});
