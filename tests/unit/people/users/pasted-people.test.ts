import { expect, test } from 'vitest';
import { pastedPeople } from '../../../../web/features/people/users/form/pasted-people.ts';

const addresses = (text: string) => pastedPeople(text).people.map(({ email, phone }) => email ?? phone);

test.each([
  ['a@x.ua\nb@x.ua\n\nc@x.ua', ['a@x.ua', 'b@x.ua', 'c@x.ua']],
  ['a@x.ua, b@x.ua; c@x.ua', ['a@x.ua', 'b@x.ua', 'c@x.ua']],
  ['a@x.ua b@x.ua\tc@x.ua', ['a@x.ua', 'b@x.ua', 'c@x.ua']],
  ['Ганна <a@x.ua>, "Олег" <b@x.ua>', ['a@x.ua', 'b@x.ua']],
  ['+380 67 123-45-67\n(050) 123 45 67', ['+380 67 123-45-67', '(050) 123 45 67']],
  ['067 123 45 67, b@x.ua', ['067 123 45 67', 'b@x.ua']],
  ['mailto:a@x.ua', ['a@x.ua']],
])('people stand in a list however it is written: %j', (text, expected) => {
  expect(pastedPeople(text).unknown).toEqual([]);
  expect(addresses(text)).toEqual(expected);
});

test('a name before the address is taken along, the family name first', () => {
  const list = 'Коваль Ганна <a@x.ua>\nШевчук\tОлег\tb@x.ua\nМельник, Тарас, c@x.ua';
  expect(pastedPeople(list).people).toMatchObject([
    { email: 'a@x.ua', last_name: 'Коваль', first_name: 'Ганна' },
    { email: 'b@x.ua', last_name: 'Шевчук', first_name: 'Олег' },
    { email: 'c@x.ua', last_name: 'Мельник', first_name: 'Тарас' },
  ]);
});

test('nobody is taken twice, and what names nobody is told', () => {
  const { people, unknown } = pastedPeople('a@x.ua\nA@x.ua\nКоваль Ганна\nb@x\n123');
  expect(people).toHaveLength(1);
  expect(unknown).toEqual(['Коваль Ганна', 'b@x', '123']);
});
