import { beforeAll, describe, expect, test } from 'vitest';
import { unique, type Company, type Person } from '../../../factories/company.ts';
import type { Client } from '../../../factories/world.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

type Found = Record<
  'people' | 'courses' | 'materials' | 'tests' | 'groups' | 'programs' | 'webinars',
  { id: number; locked?: boolean }[] | undefined
>;

const found = async (client: Client, query: string): Promise<Found> => {
  const { status, body } = await client.get(`/search/?query=${encodeURIComponent(query)}`);
  expect(status).toBe(200);
  return body as Found;
};
const idsOf = async (client: Client, query: string, kind: keyof Found) =>
  (await found(client, query))[kind]?.map(({ id }) => id);

async function named(company: Company, last: string, first: string, more: { phone?: string } = {}) {
  const person = await company.aPerson('student');
  await asSystem([
    'update users set last_name = $2, first_name = $3, phone = $4 where id = $1',
    [person.id, last, first, more.phone ?? null],
  ]);
  return person;
}

async function aCourseNamed(company: Company, name: string): Promise<number> {
  const { id } = await company.aCourse();
  await asSystem(['update courses set name = $2 where id = $1', [id, name]]);
  return id;
}

describe('people', () => {
  let company: Company;
  let owner: Client;
  beforeAll(async () => {
    company = await aCompany();
    owner = company.as('owner');
  });
  const people = (query: string) => idsOf(owner, query, 'people');

  test('are found by name in either order, whatever the case, and by e-mail', async () => {
    const person = await named(company, 'Їжакевич', 'Ґанна');
    for (const query of ['їжакевич ґанна', 'ҐАННА ЇЖАКЕВИЧ', 'їжак ґа', 'жакев', person.email.slice(0, 20)])
      expect([query, await people(query)]).toEqual([query, [person.id]]);
    expect(await people('їжакевич олена')).toEqual([]);
  });

  test('are found whichever apostrophe is typed, or none', async () => {
    const person = await named(company, 'Дем’яненко', "В'ячеслав");
    for (const query of ["дем'яненко", 'демʼяненко', 'дем’яненко', 'демяненко вʼячеслав'])
      expect([query, await people(query)]).toEqual([query, [person.id]]);
  });

  test('are found by a phone, however it is spaced', async () => {
    const phone = `+38067${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
    const person = await named(company, 'Телефонна', 'Оксана', { phone });
    const local = phone.slice(3);
    for (const query of [phone, local, `${local.slice(0, 3)} ${local.slice(3, 6)}-${local.slice(6)}`])
      expect([query, await people(query)]).toEqual([query, [person.id]]);
  });

  test('whose name begins as asked stand before those it is in the middle of', async () => {
    const middle = await named(company, 'Аномаринко', 'Яна');
    const second = await named(company, 'Бевз', 'Маринка');
    const first = await named(company, 'Маринченко', 'Яків');
    expect(await people('марин')).toEqual([first.id, second.id, middle.id]);
    // Two letters begin a word.
    expect(await people('ма')).toEqual([first.id, second.id]);
  });

  test('of a company are five at most, and none who left it', async () => {
    const many = await Promise.all(
      ['А', 'Б', 'В', 'Г', 'Д', 'Е'].map((letter) => named(company, `Багатенко${letter}`, 'Іван')),
    );
    expect(await people('багатенко')).toEqual(many.slice(0, 5).map(({ id }) => id));
    await asSystem(['update memberships set deleted_at = now() where user_id = $1', [many[0]!.id]]);
    expect(await people('багатенко')).toEqual(many.slice(1).map(({ id }) => id));
    expect(await idsOf((await aCompany()).as('owner'), 'багатенко', 'people')).toEqual([]);
  });
});

describe('names', () => {
  let company: Company;
  let owner: Client;
  beforeAll(async () => {
    company = await aCompany();
    owner = company.as('owner');
  });

  test('hold wildcards as letters', async () => {
    const percent = await aCourseNamed(company, 'Знижка 100% щодня');
    await aCourseNamed(company, 'Знижка 1000 разів');
    const line = await aCourseNamed(company, 'склад_облік');
    await aCourseNamed(company, 'складXоблік');
    const back = await aCourseNamed(company, String.raw`Диск C:\папка`);
    expect(await idsOf(owner, '100%', 'courses')).toEqual([percent]);
    expect(await idsOf(owner, 'склад_о', 'courses')).toEqual([line]);
    expect(await idsOf(owner, String.raw`c:\папка`, 'courses')).toEqual([back]);
    expect(await idsOf(owner, '%', 'courses')).toEqual([]);
    expect(await idsOf(owner, '—', 'courses')).toEqual([]);
  });

  test('begin at quotes, brackets and hyphens as at blanks', async () => {
    const quoted = await aCourseNamed(company, 'Про «Охорону праці» (вступ)');
    const hyphened = await aCourseNamed(company, 'Експрес-вступ до охорони');
    expect(await idsOf(owner, 'вступ охорон', 'courses')).toEqual([hyphened, quoted]);
  });
});

describe('within reach', () => {
  interface Things {
    people: Person;
    courses: { id: number };
    materials: { id: number };
    tests: { id: number };
    groups: { id: number };
    programs: { id: number };
    webinars: { id: number };
  }
  const word = unique('reach').split(' ')[1]!.replaceAll('-', '');
  let company: Company;
  let near: Things;
  let far: Things;

  async function aMaterial(course: number, type: string, name: string): Promise<{ id: number }> {
    const { body, status } = await company
      .as('owner')
      .post(`/course/course/${course}/educational_material/`, { name: `${name} ${type}`, type });
    expect(status).toBe(201);
    return body;
  }

  async function things(reached: boolean): Promise<Things> {
    const owner = company.as('owner');
    const people = await named(company, word, reached ? 'Near' : 'Far');
    const groups = await company.aGroup(
      reached
        ? { students: [people, company.people.student] }
        : { students: [people], managers: [], coaches: [] },
    );
    const courses = await company.aCourse({
      group: groups,
      coaches: reached ? [company.people.trainer] : [],
    });
    const name = `${word} ${reached ? 'near' : 'far'}`;
    const { body: programs } = await owner.post('/educational_program/educational_program/', {
      name,
      internal_name: `inner${word}`,
      course_ids: [courses.id],
      group_ids: [groups.id],
    });
    const [materials, tests] = await Promise.all([
      aMaterial(courses.id, 'theory', name),
      aMaterial(courses.id, 'exam', name),
    ]);
    const { body: webinars } = await owner.post('/webinar/webinar/', {
      name,
      starts_at: '2030-05-01T09:00:00Z',
      time_zone: 'Europe/Kyiv',
      duration: 60,
      course_ids: [courses.id],
    });
    await asSystem(
      ['update courses set name = $2 where id = $1', [courses.id, name]],
      ['update study_groups set name = $2 where id = $1', [groups.id, name]],
    );
    return { people, courses, materials, tests, groups, programs, webinars };
  }

  beforeAll(async () => {
    company = await aCompany();
    [near, far] = [await things(true), await things(false)];
  });

  const listed = (one: Found) =>
    Object.fromEntries(
      Object.entries(one).map(([kind, rows]) => [kind, rows?.map(({ id }) => id).toSorted((a, b) => a - b)]),
    );
  const wanted = (kinds: (keyof Things)[], ...those: Things[]) =>
    Object.fromEntries(
      kinds.map((kind) => [kind, those.map((one) => one[kind].id).toSorted((a, b) => a - b)]),
    );
  const ALL = ['people', 'courses', 'materials', 'tests', 'groups', 'programs', 'webinars'] as const;

  test('owner and admin find everything, manager, trainer and student what their lists show', async () => {
    expect(listed(await found(company.as('owner'), word))).toEqual(wanted([...ALL], near, far));
    expect(listed(await found(company.as('admin'), word))).toEqual(wanted([...ALL], near, far));
    expect(listed(await found(company.as('manager'), word))).toEqual(wanted([...ALL], near));
    const rest = ALL.filter((kind) => kind !== 'people');
    expect(listed(await found(company.as('trainer'), word))).toEqual(wanted(rest, near));
    const own = rest.filter((kind) => kind !== 'groups');
    expect(listed(await found(company.as('student'), word))).toEqual(wanted(own, near));
  });

  test('another company finds nothing', async () => {
    const other = await aCompany();
    expect(listed(await found(other.as('owner'), word))).toEqual(wanted([...ALL]));
  });

  test('the internal name of a program is for staff only', async () => {
    expect(await idsOf(company.as('manager'), `inner${word}`, 'programs')).toEqual([near.programs.id]);
    const { body } = await company.as('student').get(`/search/?query=inner${word}`);
    expect(body.programs).toEqual([]);
    expect((await company.as('student').get(`/search/?query=${word}`)).body.programs).toEqual([
      { id: near.programs.id, name: `${word} near`, internal_name: null },
    ]);
  });

  test('a course that is not published, or deleted, is found as the lists have it', async () => {
    const draft = await aCourseNamed(company, `Чернетка ${word}draft`);
    await asSystem(['update courses set published_at = null where id = $1', [draft]]);
    expect(await idsOf(company.as('manager'), `${word}draft`, 'courses')).toEqual([draft]);
    expect(await idsOf(company.as('student'), `${word}draft`, 'courses')).toEqual([]);
    await asSystem(['update courses set deleted_at = now() where id = $1', [draft]]);
    expect(await idsOf(company.as('owner'), `${word}draft`, 'courses')).toEqual([]);
  });

  test('materials and tests are found by forms of their words, and say what is not open yet', async () => {
    const course = await company.aCourse({ materials: 2, chain: true });
    const [first, second] = course.materials;
    await asSystem(
      ["update materials set name = 'Правила пожежної безпеки' where id = $1", [first!]],
      ["update materials set name = 'Безпека в дорозі' where id = $1", [second!]],
    );
    const asked = async (client: Client, query: string) =>
      (await found(client, query)).materials!.map(({ id, locked }) => [id, locked]);
    const student = company.as('student');
    expect(await asked(student, 'пожежна безпека')).toEqual([[first!, false]]);
    expect(await asked(student, 'дороги')).toEqual([[second!, true]]);
    // What the words themselves begin comes first.
    expect(await asked(student, 'безпека')).toEqual([
      [second!, true],
      [first!, false],
    ]);
    expect(await asked(company.as('owner'), 'дороги')).toEqual([[second!, false]]);
    await asSystem(['update materials set archived_at = now() where id = $1', [second!]]);
    expect(await asked(student, 'дороги')).toEqual([]);
    expect(await asked(company.as('owner'), 'дороги')).toHaveLength(1);
    await asSystem([
      'insert into course_blocks (company_id, course_id, user_id) values ($1, $2, $3)',
      [company.id, course.id, company.people.student.id],
    ]);
    expect(await asked(student, 'пожежної')).toEqual([[first!, true]]);
  });
});
