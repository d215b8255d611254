import { beforeAll, describe, expect, test } from 'vitest';
import type { Company, Person } from '../../../factories/company.ts';
import { unique } from '../../../factories/company.ts';
import { address } from '../../../support/api/accounts.ts';
import { sheetOf } from '../../../support/api/sheets.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

const GROUP = '/study_group/study_group/';
const MEMBER = '/study_group/group_member/';
const PREVIEW = '/study_group/rule_preview/';
const USER = '/accounts/user/';

interface Rule {
  positions?: string[];
  subdivisions?: string[];
}

async function aGroupOf(rule: Rule | null, more: object = {}): Promise<number> {
  const made = await company.as('owner').post(GROUP, { name: unique('Склад'), rule, ...more });
  expect(made.status).toBe(201);
  return made.body.id as number;
}
const place = (person: { id: number }, fields: object) =>
  company.as('owner').patch(`${USER}${person.id}/`, fields);

async function somebody(position: string, subdivision = ''): Promise<Person> {
  const person = await company.aPerson('student');
  await place(person, { position, subdivision });
  return person;
}

const studentsOf = async (group: number): Promise<number[]> =>
  (await company.as('owner').get(`${MEMBER}?group=${group}&role=student&page_size=100`)).body.results.map(
    (row: { id: number }) => row.id,
  );
const takeOut = (group: number, person: { id: number }) =>
  company.as('owner').delete(`${GROUP}${group}/student/${person.id}/`);
const block = (person: { id: number }, blocked: boolean) =>
  company.as('owner').post('/accounts/blocking_membership/', { user_pk: person.id, blocked });

describe('a group with a rule', () => {
  test('has everybody who matches as a student, whatever case their place is written in, and nobody else', async () => {
    const [position, subdivision] = [unique('Комірник'), unique('Склад')];
    const there = await somebody(`  ${position.toUpperCase()} `.trim(), subdivision.toLowerCase());
    const elsewhere = await somebody(position, 'Офіс');
    const group = await aGroupOf({ positions: [` ${position}`], subdivisions: [subdivision] });
    expect(await studentsOf(group)).toEqual([there.id]);
    const moved = await somebody('Вантажник', subdivision);
    expect(await studentsOf(group)).toEqual([there.id]);
    await place(moved, { position });
    await place(elsewhere, { subdivision });
    expect(await studentsOf(group)).toEqual(expect.arrayContaining([there.id, elsewhere.id, moved.id]));
    expect(await studentsOf(group)).toHaveLength(3);
  });

  test('gets who is made by hand, invited or imported, with its courses', async () => {
    const position = unique('Касир');
    const group = await aGroupOf({ positions: [position] });
    const course = await company.aCourse({ group: { id: group } });
    const person = { first_name: 'Олена', last_name: 'Коваль', user_types: ['student'], position };
    const made = await company.as('owner').post(USER, { ...person, email: address('made') });
    expect(made.status).toBe(201);
    const rows = [...Array(3).keys()].map((n) => ({
      row: n + 2,
      cells: { role: 'student', email: address('imported'), position: position.toUpperCase() },
    }));
    const imported = await company
      .as('owner')
      .post(`/accounts/user_data/${company.id}/rows/`, { rows, dry_run: false });
    expect(imported.status).toBe(200);
    expect(await studentsOf(group)).toHaveLength(4);
    const states = 'select from course_states where company_id = $1 and course_id = $2';
    expect(await asSystem([states, [company.id, course.id]])).toHaveLength(4);
  });

  test('leaves out who is blocked, and gets them when they are let in again', async () => {
    const position = unique('Охоронець');
    const person = await somebody(position);
    await block(person, true);
    const group = await aGroupOf({ positions: [position] });
    expect(await studentsOf(group)).toEqual([]);
    await block(person, false);
    expect(await studentsOf(group)).toEqual([person.id]);
  });

  test('gets who came while it was deleted, when it is restored', async () => {
    const position = unique('Водій');
    const group = await aGroupOf({ positions: [position] });
    const owner = company.as('owner');
    expect((await owner.delete(`${GROUP}${group}/`)).status).toBe(204);
    const person = await somebody(position);
    const { body } = await owner.get('/history/history/?section=groups&action=delete&page_size=100');
    const entry = body.results.find((it: { object_id: number }) => it.object_id === group) as { id: number };
    expect((await owner.get(`/history/history/${entry.id}/restore/`)).status).toBe(200);
    expect(await studentsOf(group)).toEqual([person.id]);
  });

  test('takes nobody out whom it brought in, and marks who matches it no longer', async () => {
    const position = unique('Пекар');
    const [stays, goes] = [await somebody(position), await somebody(position)];
    const byHand = await somebody('Кухар');
    const group = await aGroupOf({ positions: [position] }, { student_ids: [byHand.id] });
    await place(goes, { position: 'Кондитер' });
    const owner = company.as('owner');
    const list = (query: string) => owner.get(`${MEMBER}?group=${group}${query}`);
    const { body } = await list('');
    const marks = Object.fromEntries(
      body.results.map((row: { id: number; by_rule: boolean; off_rule: boolean }) => [
        row.id,
        [row.by_rule, row.off_rule],
      ]),
    );
    expect(marks).toEqual({
      [stays.id]: [true, false],
      [goes.id]: [true, true],
      [byHand.id]: [false, false],
    });
    expect((await list('&off_rule=true')).body).toMatchObject({ count: 1, results: [{ id: goes.id }] });
    expect((await list('&off_rule=false')).body.count).toBe(2);
    const sheet = await sheetOf(`/study_group/group_member_export/?group=${group}`, company.people.owner);
    const added = new Set(sheet.map((row) => row['Додано до групи']));
    expect(added).toEqual(new Set(['Вручну', 'Правилом', 'Правилом, якому вже не відповідає']));
    await owner.patch(`${GROUP}${group}/`, { rule: null });
    expect((await list('&off_rule=true')).body.count).toBe(0);
    expect(await studentsOf(group)).toHaveLength(3);
  });
});

describe('who was taken out of a group by hand', () => {
  test('is not brought back by a block, another field or a deleted group', async () => {
    const position = unique('Слюсар');
    const person = await somebody(position);
    const group = await aGroupOf({ positions: [position] });
    expect((await takeOut(group, person)).status).toBe(204);
    await block(person, true);
    await block(person, false);
    await place(person, { comment: 'на випробувальному терміні', position: position.toUpperCase() });
    await company.as('owner').patch(`${GROUP}${group}/`, { description: 'Інший опис' });
    const same = { positions: [position.toUpperCase()], subdivisions: [] };
    await company.as('owner').patch(`${GROUP}${group}/`, { rule: same });
    expect(await studentsOf(group)).toEqual([]);
  });

  test('comes back when their own place or the rule changes', async () => {
    const position = unique('Електрик');
    const person = await somebody(position);
    const group = await aGroupOf({ positions: [position] });
    await takeOut(group, person);
    await place(person, { subdivision: 'Цех' });
    expect(await studentsOf(group)).toEqual([person.id]);
    await takeOut(group, person);
    await company.as('owner').patch(`${GROUP}${group}/`, { rule: { subdivisions: ['цех '] } });
    expect(await studentsOf(group)).toEqual([person.id]);
  });

  test('is put back as the rule had them, and is marked again once they match it no longer', async () => {
    const position = unique('Токар');
    const person = await somebody(position);
    const group = await aGroupOf({ positions: [position] });
    await takeOut(group, person);
    const back = { group, role: 'student', user_ids: [person.id] };
    expect((await company.as('owner').post(MEMBER, back)).body).toEqual({ added: 1, invited: 0 });
    const { body } = await company.as('owner').get(`${MEMBER}?group=${group}`);
    expect(body.results).toMatchObject([{ id: person.id, by_rule: true }]);
    await place(person, { position: 'Слюсар' });
    expect((await company.as('owner').get(`${MEMBER}?group=${group}&off_rule=true`)).body.count).toBe(1);
  });

  test('stays out also as the account that accepts the invitation', async () => {
    const position = unique('Швачка');
    const group = await aGroupOf({ positions: [position] });
    const record = { email: address('kept'), user_types: ['student'], position };
    const { body } = await company.as('owner').post(USER, { first_name: 'А', last_name: 'Б', ...record });
    expect(await studentsOf(group)).toEqual([body.id]);
    await takeOut(group, { id: body.id as number });
    const other = await aCompany();
    const [account] = await asSystem<{ id: number }>([
      'update users set email = $2, email_verified = true where id = $1 returning id',
      [other.people.student.id, record.email],
    ]);
    const own = await other.people.student.client.get('/accounts/invitations/');
    expect(own.body).toMatchObject([{ space: { id: company.id } }]);
    const accepted = await other.people.student.client.post(
      `/accounts/invitations/${own.body[0].id}/accept/`,
      {},
    );
    expect(accepted.status).toBe(200);
    expect(await studentsOf(group)).toEqual([]);
    await place(account!, { position: 'Кравчиня' });
    await place(account!, { position });
    expect(await studentsOf(group)).toEqual([account!.id]);
  });
});

describe('the rule of a group', () => {
  test('is kept as it is chosen, each value once by the alphabet, and stays unless it is sent', async () => {
    const owner = company.as('owner');
    const [a, b] = [unique('Аркуш'), unique('Їжак')];
    const group = await aGroupOf({ positions: [b, a, ` ${a.toUpperCase()}`] });
    await owner.patch(`${GROUP}${group}/`, { description: 'Опис' });
    const rule = { positions: [expect.stringMatching(new RegExp(`^${a}$`, 'i')), b], subdivisions: [] };
    expect((await owner.get(`${GROUP}${group}/`)).body.rule).toEqual(rule);
    await owner.patch(`${GROUP}${group}/`, { rule: { positions: [] } });
    expect((await owner.get(`${GROUP}${group}/`)).body.rule).toBeNull();
    const many = { subdivisions: Array.from({ length: 51 }, (_, n) => `Відділ ${n}`) };
    expect((await owner.post(GROUP, { name: unique('G'), rule: many })).status).toBe(400);
  });

  test('is set by owner and admin alone, read by staff of the group, and kept from students', async () => {
    const [manager, student] = [company.people.manager, company.people.student];
    const rule = { positions: [unique('Мийник')], subdivisions: [] };
    const group = await aGroupOf(rule, { manager_ids: [manager.id], student_ids: [student.id] });
    const another = { positions: [unique('Кранівник')] };
    for (const body of [{ rule: null }, { rule: another }, { name: unique('G'), rule: another }])
      expect(await manager.client.patch(`${GROUP}${group}/`, body)).toMatchObject({
        status: 403,
        body: { code: 'group_rule_forbidden' },
      });
    expect((await manager.client.post(GROUP, { name: unique('G'), rule })).status).toBe(403);
    expect((await manager.client.patch(`${GROUP}${group}/`, { name: unique('G') })).status).toBe(204);
    expect((await company.as('admin').patch(`${GROUP}${group}/`, { rule })).status).toBe(204);
    expect((await manager.client.get(`${GROUP}${group}/`)).body.rule).toEqual(rule);
    expect((await student.client.get(`${GROUP}${group}/`)).body.rule).toBeNull();
    // The list marks it, and those without a rule not.
    const plain = await aGroupOf(null, { manager_ids: [manager.id], student_ids: [student.id] });
    const marks = async ({ client }: Person) =>
      (await client.get(`${GROUP}?page_size=100`)).body.results
        .filter(({ id }: { id: number }) => id === group || id === plain)
        .map(({ id, has_rule }: { id: number; has_rule: boolean }) => [id === group, has_rule])
        .toSorted();
    expect(await marks(manager)).toEqual([
      [false, false],
      [true, true],
    ]);
    expect(await marks(student)).toEqual([
      [false, false],
      [true, false],
    ]);
  });

  test('finds nobody of another company', async () => {
    const other = await aCompany();
    const position = unique('Маляр');
    const stranger = await other.aPerson('student');
    await other.as('owner').patch(`${USER}${stranger.id}/`, { position });
    const group = await aGroupOf({ positions: [position] });
    expect(await studentsOf(group)).toEqual([]);
    const preview = await company.as('owner').post(PREVIEW, { rule: { positions: [position] } });
    expect(preview.body).toEqual({ matching: 0, joining: 0, blocked: 0, taken_out: 0, people: [] });
    expect((await other.as('owner').post(PREVIEW, { group, rule: null })).status).toBe(404);
  });

  test('tells before it is saved whom it would bring in, and changes nothing by that', async () => {
    const position = unique('Тесля');
    const [there, joining, blocked] = [
      await somebody(position),
      await somebody(position),
      await somebody(position),
    ];
    await block(blocked, true);
    const group = await aGroupOf(null, { student_ids: [there.id] });
    const ask = (rule: Rule, of: number | null = group) =>
      company.as('owner').post(PREVIEW, { group: of, rule });
    expect((await ask({ positions: [position] })).body).toMatchObject({
      matching: 2,
      joining: 1,
      blocked: 1,
      taken_out: 0,
      people: [{ id: joining.id, position }],
    });
    expect((await ask({ positions: [position] }, null)).body).toMatchObject({ matching: 2, joining: 2 });
    expect(await studentsOf(group)).toEqual([there.id]);
    await company.as('owner').patch(`${GROUP}${group}/`, { rule: { positions: [position] } });
    await takeOut(group, joining);
    expect((await ask({ positions: [position.toUpperCase()] })).body).toMatchObject({
      matching: 2,
      joining: 0,
      blocked: 1,
      taken_out: 1,
    });
    // Another rule asks for them again.
    expect((await ask({ positions: [position, 'Столяр'] })).body).toMatchObject({
      matching: 2,
      joining: 1,
      taken_out: 0,
    });
  });

  test('leaves to whoever is restored the day on which they came', async () => {
    const position = unique('Скляр');
    const person = await somebody(position);
    const group = await aGroupOf({ positions: [position] });
    const day = '2026-01-15 10:00:00+00';
    await asSystem(['update group_members set created_at = $2 where group_id = $1', [group, day]]);
    const owner = company.as('owner');
    expect((await owner.delete(`/accounts/memberships/${person.id}/`)).status).toBe(204);
    expect(await studentsOf(group)).toEqual([]);
    const { body } = await owner.get('/history/history/?section=users&action=delete');
    expect((await owner.get(`/history/history/${body.results[0].id}/restore/`)).status).toBe(200);
    const found = 'select created_at = $2 as same, by_rule from group_members where group_id = $1';
    expect(await asSystem([found, [group, day]])).toEqual([{ same: true, by_rule: true }]);
  });

  test('is told by the history with what it brought in, and put back with it', async () => {
    const owner = company.as('owner');
    const position = unique('Муляр');
    const person = await somebody(position);
    const group = await aGroupOf(null);
    await owner.patch(`${GROUP}${group}/`, { rule: { positions: [position] } });
    const { body } = await owner.get('/history/history/?section=groups');
    const change = body.results[0] as { id: number; new_object: object; old_object: object };
    expect(change).toMatchObject({
      action: 'update',
      object_id: group,
      more: 1,
      old_object: { rule_positions: [] },
      new_object: { rule_positions: [position] },
    });
    const entries = (await owner.get(`/history/history/${change.id}/entries/`)).body.results;
    expect(entries[1]).toMatchObject({
      action: 'add',
      part: { kind: 'person' },
      new_object: { user_id: person.id, by_rule: true },
    });
    expect((await owner.get(`/history/history/${change.id}/restore/`)).status).toBe(200);
    expect(await studentsOf(group)).toEqual([]);
    expect((await owner.get(`${GROUP}${group}/`)).body.rule).toBeNull();
  });
});
