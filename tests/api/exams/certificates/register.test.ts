import { beforeAll, describe, expect, test } from 'vitest';
import { answersOf, startAttempt } from '../../../factories/attempt.ts';
import type { Company, Person } from '../../../factories/company.ts';
import { shownDay, sheetOf } from '../../../support/api/sheets.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';
import { companyDay } from '../../../factories/company-day.ts';

let company: Company;
/** Of two groups, each in a department of its own, all in one course. */
let people: Record<'valid' | 'expiring' | 'expired' | 'replaced' | 'revoked', Person>;
let groups: { id: number }[];
let course: { id: number; name: string };

beforeAll(async () => {
  company = await aCompany();
  const made = await Promise.all(Array.from({ length: 5 }, () => company.aPerson('student')));
  people = Object.fromEntries(
    ['valid', 'expiring', 'expired', 'replaced', 'revoked'].map((name, at) => [name, made[at]!]),
  ) as typeof people;
  const other = await company.aPerson('manager');
  groups = [
    await company.aGroup({ students: made.slice(0, 2) }),
    await company.aGroup({ students: made.slice(2), managers: [other] }),
  ];
  const exam = await company.anExam({
    course: await company.aCourse({ group: groups[0]! }),
    settings: { issue_certificate: true },
  });
  course = exam.course;
  await company.as('owner').patch(`/course/course/${course.id}/`, { group_ids: groups.map(({ id }) => id) });
  for (const { client } of made) {
    const { finish } = await startAttempt(client, exam);
    await finish(answersOf(exam.questions, 3));
  }
  const ids = made.map(({ id }) => id);
  await asSystem(
    [
      `update users set last_name = (array['Бук', 'Вяз', 'Граб', 'Дуб', '=Ялина'])[array_position($1, id)],
         first_name = 'Ян' where id = any ($1)`,
      [ids],
    ],
    [
      `update memberships set subdivision = case when user_id = any ($2) then 'Цех' else 'Склад' end, position = 'Токар'
         where company_id = $1 and user_id = any ($3)`,
      [company.id, ids.slice(0, 2), ids],
    ],
    [
      `update certificates set expires_at = case user_id when $2 then now() + interval '59 days'
           when $3 then now() - interval '1 day' when $1 then now() + interval '61 days' end,
         issued_at = issued_at - case user_id when $3 then interval '400 days' else interval '0' end,
         replaced_at = case user_id when $4 then now() end, revoked_at = case user_id when $5 then now() end
         where user_id = any ($6)`,
      [...ids, ids],
    ],
  );
});

const list = async (query: string, who: Person = company.people.owner) =>
  (await who.client.get(`/certificates/?ordering=name${query}`)).body;
const names = async (query: string, who?: Person) =>
  (await list(query, who)).results.map((row: { user: { last_name: string } }) => row.user.last_name);

describe('the register', () => {
  test('tells of each certificate whose it is, where they work, and whether it expires soon', async () => {
    const { results, count } = await list('&status=expiring');
    expect(count).toBe(1);
    expect(results).toMatchObject([
      { user: { last_name: 'Вяз' }, position: 'Токар', subdivision: 'Цех', status: 'valid', expiring: true },
    ]);
    expect((await list('')).results.map((row: { expiring: boolean }) => row.expiring)).toEqual([
      false,
      false,
      true,
      false,
      false,
    ]);
  });

  test.each(['valid', 'expiring', 'expired', 'replaced', 'revoked'] as const)(
    'finds what is %s',
    async (status) => {
      const found = (await list(`&status=${status}`)).results;
      const also = status === 'valid' ? [people.expiring.id] : [];
      expect(found.map((row: { user: { id: number } }) => row.user.id)).toEqual([people[status].id, ...also]);
      expect(found[0].status).toBe(status === 'expiring' ? 'valid' : status);
    },
  );

  test('is narrowed by group, department, and days of issue and end, the last of them included', async () => {
    expect(await names(`&group=${groups[0]!.id}`)).toEqual(['Бук', 'Вяз']);
    expect(await names(`&subdivision=${encodeURIComponent('СКЛАД')}`)).toEqual(['=Ялина', 'Граб', 'Дуб']);
    expect(await names(`&issued_from=${companyDay(0)}`)).not.toContain('Граб');
    expect(await names(`&issued_to=${companyDay(-400)}`)).toEqual(['Граб']);
    expect(await names(`&issued_to=${companyDay(-401)}`)).toEqual([]);
    expect(await names(`&expires_from=${companyDay(61)}&expires_to=${companyDay(61)}`)).toEqual(['Бук']);
    expect(await names(`&expires_to=${companyDay(59)}`)).toEqual(['Вяз', 'Граб']);
  });

  test('finds several words in whatever they stand, and the beginning of a number', async () => {
    const search = async (words: string) => names(`&search=${encodeURIComponent(words)}`);
    expect(await search(`граб ${course.name.split(' ')[1]}`)).toEqual(['Граб']);
    expect(await search('граб дуб')).toEqual([]);
    const { number } = (await list(`&user=${people.expired.id}`)).results[0];
    expect(await search(number.slice(0, 7))).toEqual(['Граб']);
    expect(await search(number.slice(1))).toEqual([]);
  });
});

describe('a word that three of ten certificates have or more', () => {
  /** Versions of one certificate, between whose last two those of the two others were issued. */
  const VERSIONS = 400;
  let crowd: Company;
  let person: Record<'holder' | 'renamed' | 'other', Person>;

  beforeAll(async () => {
    crowd = await aCompany();
    const [holder, renamed, other] = [
      await crowd.aPerson('student'),
      await crowd.aPerson('student'),
      await crowd.aPerson('student'),
    ];
    person = { holder, renamed, other };
    const { id } = await crowd.aCourse();
    await asSystem(
      [`update users set last_name = 'Спільна', first_name = 'Ян' where id = $1`, [renamed.id]],
      [
        `insert into certificates (company_id, course_id, user_id, number, version, content, issued_at, mailed_at, replaced_at)
           select $1, $2, u.id, concat('R', $2::integer, '-', n, '-', u.place), n,
                  jsonb_build_object('name', u.name, 'course', 'Робота', 'percent', 90, 'ects', 'A'),
                  now() - make_interval(mins => 3 * ($4::integer - n) + u.place::integer), now(), case when n < $4 then now() end
             from unnest($3::integer[], array['Спільний Ян', 'Колишня Яна', 'Іншенко Ян']) with ordinality u(id, name, place),
                  generate_series(case place when 1 then 1 else $4 end, $4) n`,
        [crowd.id, id, [holder.id, renamed.id, other.id], VERSIONS],
      ],
    );
  });

  const found = async (query: string, who: Person = crowd.people.owner) => {
    const { results, count } = (
      await who.client.get(`/certificates/?search=${encodeURIComponent('спільн')}${query}`)
    ).body;
    return [
      count,
      results.map((row: { user: { id: number }; version: number }) => [row.user.id, row.version]),
    ];
  };

  test('finds them in the order of the list, also by the present name, and counts each', async () => {
    const { holder, renamed } = person;
    expect(await found('&page_size=3')).toEqual([
      VERSIONS + 1,
      [
        [holder.id, VERSIONS],
        [renamed.id, VERSIONS],
        [holder.id, VERSIONS - 1],
      ],
    ]);
    expect(await found('&page_size=2&page=201')).toEqual([VERSIONS + 1, [[holder.id, 1]]]);
    expect(await found('&status=valid&ordering=issued_at')).toEqual([
      2,
      [
        [renamed.id, VERSIONS],
        [holder.id, VERSIONS],
      ],
    ]);
    expect(await found(`&user=${renamed.id}`)).toEqual([1, [[renamed.id, VERSIONS]]]);
    expect(await found('', crowd.people.manager)).toEqual([0, []]);
  });
});

describe('its sheet', () => {
  const heads = ['Прізвище', 'Підрозділ', 'Курс', 'Результат', 'Стан'];

  test('has the filtered list in its order, with days as days and nothing like a formula', async () => {
    const rows = await sheetOf('/certificates_export/?ordering=name', company.people.owner);
    expect(rows.map((row) => heads.map((head) => row[head]))).toEqual([
      ["'=Ялина", 'Склад', course.name, '100%', 'Анульовано'],
      ['Бук', 'Цех', course.name, '100%', 'Дійсний'],
      ['Вяз', 'Цех', course.name, '100%', 'Дійсний, строк спливає'],
      ['Граб', 'Склад', course.name, '100%', 'Строк минув'],
      ['Дуб', 'Склад', course.name, '100%', 'Замінено'],
    ]);
    expect(rows[1]).toMatchObject({ 'Дата видачі': shownDay(companyDay(0)), Версія: '1' });
    expect(rows[1]!['Номер']).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    const narrowed = `/certificates_export/?group=${groups[0]!.id}&status=valid&search=${encodeURIComponent('Вяз')}`;
    expect((await sheetOf(narrowed, company.people.owner)).map((row) => row['Прізвище'])).toEqual(['Вяз']);
  });

  test('has of a manager’s people alone, and asks nobody else’s group', async () => {
    const { manager } = company.people;
    const reached = ['Бук', 'Вяз'];
    expect(
      (await sheetOf('/certificates_export/?ordering=name', manager)).map((row) => row['Прізвище']),
    ).toEqual(reached);
    expect(await names('', manager)).toEqual(reached);
    expect(await names(`&group=${groups[1]!.id}`, manager)).toEqual([]);
    // Who is in both groups is reached; that they are in the other one is not told.
    await asSystem([
      `insert into group_members (company_id, group_id, user_id, role) values ($1, $2, $3, 'student')`,
      [company.id, groups[1]!.id, people.valid.id],
    ]);
    expect(await names(`&group=${groups[1]!.id}`)).toContain('Бук');
    expect(await names(`&group=${groups[1]!.id}`, manager)).toEqual([]);
  });

  test('of another company is empty', async () => {
    const other = await aCompany();
    const search = encodeURIComponent('Граб');
    expect(await sheetOf(`/certificates_export/?course=${course.id}`, other.people.owner)).toEqual([]);
    expect(await sheetOf(`/certificates_export/?search=${search}`, other.people.owner)).toEqual([]);
    expect(await names(`&search=${search}`, other.people.owner)).toEqual([]);
  });
});
