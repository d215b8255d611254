import { expect, test } from 'vitest';
import { type NameOrder, pastedPeople } from '../../../../web/features/people/users/form/pasted-people.ts';

const addresses = (text: string) =>
  pastedPeople(text, 'auto').people.map(({ email, phone }) => email ?? phone);
/** Last name | first name | e-mail | phone. */
const read = (text: string, order: NameOrder = 'auto') =>
  pastedPeople(text, order).people.map(({ last_name, first_name, email, phone }) =>
    [last_name, first_name, email, phone].map((field) => field ?? '').join('|'),
  );

test.each([
  ['a@x.ua\nb@x.ua\n\nc@x.ua', ['a@x.ua', 'b@x.ua', 'c@x.ua']],
  ['a@x.ua, b@x.ua; c@x.ua', ['a@x.ua', 'b@x.ua', 'c@x.ua']],
  ['a@x.ua b@x.ua\tc@x.ua', ['a@x.ua', 'b@x.ua', 'c@x.ua']],
  ['Ганна <a@x.ua>, "Олег" <b@x.ua>', ['a@x.ua', 'b@x.ua']],
  ['+380 67 123-45-67\n(050) 123 45 67', ['+380 67 123-45-67', '(050) 123 45 67']],
  ['067 123 45 67, b@x.ua', ['067 123 45 67', 'b@x.ua']],
  ['mailto:a@x.ua', ['a@x.ua']],
  ["o'neill@x.ua, 'b@x.ua'", ["o'neill@x.ua", 'b@x.ua']],
])('people stand in a list however it is written: %j', (text, expected) => {
  expect(pastedPeople(text, 'auto').unknown).toEqual([]);
  expect(addresses(text)).toEqual(expected);
});

test.each([
  ['Коваль Ганна <a@x.ua>', ['Коваль|Ганна|a@x.ua|']],
  ['Шевчук\tОлег\tb@x.ua', ['Шевчук|Олег|b@x.ua|']],
  ['Мельник, Тарас, c@x.ua', ['Мельник|Тарас|c@x.ua|']],
  ["Д'яченко Марія m1@n.ua", ["Д'яченко|Марія|m1@n.ua|"]],
  ["О'Ніл Іван <m2@n.ua>", ["О'Ніл|Іван|m2@n.ua|"]],
  ['"O\'Neill, Conan" <conan@n.ua>', ["O'Neill|Conan|conan@n.ua|"]],
  ["'Коваль Ганна' <a@x.ua>", ['Коваль|Ганна|a@x.ua|']],
  ['Anna Smith <anna.smith@x.ua>', ['Smith|Anna|anna.smith@x.ua|']],
  ['Smith Anna anna@x.ua', ['Smith|Anna|anna@x.ua|']],
  ['von der Leyen Ursula u@x.de', ['von der Leyen|Ursula|u@x.de|']],
  ['Ursula von der Leyen <u@x.de>', ['von der Leyen|Ursula|u@x.de|']],
  ['Dr. Müller Jürgen j@x.de', ['Dr. Müller|Jürgen|j@x.de|']],
  ['Franz Xaver von Stein f@x.de', ['von Stein|Franz Xaver|f@x.de|']],
  ['Коваль Ганна Петрівна a@x.ua', ['Коваль|Ганна Петрівна|a@x.ua|']],
  ['коваль ганна a@x.ua', ['коваль|ганна|a@x.ua|']],
  ['Іваненко І. П. i@x.ua', ['Іваненко|І. П.|i@x.ua|']],
  ['k@x.ua;Bilous;Kateryna', ['Bilous|Kateryna|k@x.ua|']],
  ['Коваль;Ганна;a@x.ua;067 123 45 67', ['Коваль|Ганна|a@x.ua|067 123 45 67']],
  ['Коваль Ганна a@x.ua Шевчук Олег b@x.ua', ['Коваль|Ганна|a@x.ua|', 'Шевчук|Олег|b@x.ua|']],
  ['"Koval, Anna" <a@x.ua>; Олег Шевчук <b@x.ua>', ['Koval|Anna|a@x.ua|', 'Олег|Шевчук|b@x.ua|']],
  [
    'Коваль 067 123 45 67, Шевчук Олег 050 123 45 67',
    ['|Коваль||067 123 45 67', 'Шевчук|Олег||050 123 45 67'],
  ],
])('the name beside an address is taken along whole: %j', (text, expected) => {
  expect(read(text)).toEqual(expected);
  expect(pastedPeople(text, 'auto').unknown).toEqual([]);
});

test('the order of names can be said for the whole list, but for those that say it themselves', () => {
  const list = 'Anna Smith a@x.ua\nСмітенко Анна <b@x.ua>\n"Koval, Anna" <c@x.ua>\nUrsula von Stein d@x.ua';
  expect(read(list, 'first_last').slice(0, 2)).toEqual(['Smith|Anna|a@x.ua|', 'Анна|Смітенко|b@x.ua|']);
  expect(read(list, 'last_first').slice(0, 2)).toEqual(['Anna|Smith|a@x.ua|', 'Смітенко|Анна|b@x.ua|']);
  for (const order of ['first_last', 'last_first'] as const)
    expect(read(list, order).slice(2)).toEqual(['Koval|Anna|c@x.ua|', 'von Stein|Ursula|d@x.ua|']);
});

test('nobody is taken twice, and what names nobody is told', () => {
  const { people, unknown } = pastedPeople('a@x.ua\nA@x.ua\nКоваль Ганна\nb@x\n123', 'auto');
  expect(people).toHaveLength(1);
  expect(unknown).toEqual(['Коваль Ганна', 'b@x', '123']);
});
