import { expect, test } from 'vitest';
import { personName } from '../../../web/lib/words/person-name.ts';

const nobody = { last_name: '', first_name: '' };

test('a person is called by their name, and by their address only until they have one', () => {
  const email = 'a@example.com';
  expect(personName({ last_name: 'Шевченко', first_name: 'Олег', middle_name: 'Іванович', email })).toBe(
    'Шевченко Олег Іванович',
  );
  expect(personName({ ...nobody, first_name: 'Олег', address: email })).toBe('Олег');
  expect(personName({ ...nobody, address: email })).toBe(email);
  expect(personName({ ...nobody, email, phone: '+380671234567' })).toBe(email);
  expect(personName({ ...nobody, email: null, phone: '+380671234567' })).toBe('+380671234567');
  expect(personName(nobody)).toBe('');
});
