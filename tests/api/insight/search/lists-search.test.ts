import { describe, expect, test } from 'vitest';
import { patternOf } from '../../../../worker/platform/database/list.ts';
import { takeExam } from '../../../factories/attempt.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

/** As people type who they look for. */
const NAMES = ['Д’яченко Юлія', 'Юлія Д’яченко', "  юлія  д'яченко", 'Дʼяч юлі', 'яченко'];

test('whoever a row names is found by name in every list, in either order and with any apostrophe', async () => {
  const company = await aCompany();
  const owner = company.as('owner');
  const { student } = company.people;
  const exam = await company.anExam();
  const { course } = exam;
  await takeExam(student.client, exam);
  await asSystem([
    `update users set last_name = 'Д’яченко', first_name = 'Юлія', middle_name = 'Іванівна', phone = '+380670001122'
       where id = $1`,
    [student.id],
  ]);
  const lists = [
    '/accounts/user/?',
    '/accounts/all_spaces_users/?',
    '/course/test_results/?',
    '/course/appointed_form/?',
    `/course/course/${course.id}/students/?`,
    `/course/course/${course.id}/statistic/?`,
    `/study_group/group_member/?group=${course.group.id}&role=student&`,
  ];
  const found = async (list: string, search: string) =>
    (await owner.get(`${list}search=${encodeURIComponent(search)}`)).body.count;
  for (const list of lists) {
    for (const name of NAMES)
      expect({ list, name, found: await found(list, name) }).toMatchObject({ found: 1 });
    expect({ list, found: await found(list, 'Юлія Коваль') }).toEqual({ list, found: 0 });
  }
  for (const phone of ['067 000 11 22', '+38 (067) 000-11-22', '0670001122'])
    expect({ phone, found: await found('/accounts/user/?', phone) }).toEqual({ phone, found: 1 });
  expect(await found('/accounts/user/?', 'Юлія Іванівна Д’яченко')).toBe(1);
  expect(await found('/accounts/user/?', '067 000 11 23')).toBe(0);
  // Who sees no phone finds by none.
  const trainer = company.as('trainer');
  const ofCourse = `/course/course/${course.id}/students/?search=`;
  expect((await trainer.get(`${ofCourse}Юлія Д'яченко`)).body.count).toBe(1);
  expect((await trainer.get(`${ofCourse}0670001122`)).body.count).toBe(0);
});

test('the history finds each word in any order', async () => {
  const company = await aCompany();
  const owner = company.as('owner');
  await owner.post('/study_group/study_group/', { name: 'Сім’я 100% Ромашка' });
  const found = async (search: string) =>
    (await owner.get(`/history/history/?search=${encodeURIComponent(search)}`)).body.count;
  expect(await found("ромашка сім'я")).toBe(1);
  expect(await found('100%')).toBe(1);
  expect(await found('100% лілія')).toBe(0);
  expect(await found('10_')).toBe(0);
  await owner.post('/study_group/study_group/', { name: 'Зміна Я-2 (Щ)' });
  expect(await found('я зміна')).toBe(1);
  expect(await found('щ 2')).toBe(1);
  expect(await found('на')).toBe(0);
});

describe('what is looked for', () => {
  test.each([
    ['Коваль', '%Коваль%'],
    ['  Юлія   Коваль ', '%Юлія% %Коваль%'],
    ["Д'яченко-Ґудзь", '%Д_яченко% %Ґудзь%'],
    ["'Ромашка'", '%Ромашка%'],
    ['«Ромашка» (2)', '%Ромашка% %2%'],
    ['100%_\\', String.raw`%100\%\_\\%`],
    ['+38 (067) 000-11', '%3806700011%'],
    [' « » ', '%«»%'],
    ['  ', ''],
  ])('%s', (search, pattern) => {
    expect(patternOf(search)).toBe(pattern);
  });
});
