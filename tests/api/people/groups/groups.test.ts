import { beforeAll, describe, expect, test } from 'vitest';
import type { Company } from '../../../factories/company.ts';
import { unique } from '../../../factories/company.ts';
import type { Client } from '../../../factories/world.ts';
import { address, mailTo, sentMails, tokenIn } from '../../../support/api/accounts.ts';
import { aCompany, anonymous, asSystem } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

const COURSE = '/course/course/';
const GROUP = '/study_group/study_group/';
const MEMBER = '/study_group/group_member/';

describe('a study group', () => {
  test('of a manager is managed by them, and another manager does not see it', async () => {
    const created = await company.as('manager').post(GROUP, { name: unique('Mine') });
    expect((await company.as('manager').get(`${GROUP}${created.body.id}/`)).status).toBe(200);
    const other = await company.aPerson('manager');
    expect((await other.client.get(`${GROUP}${created.body.id}/`)).status).toBe(404);
    expect((await other.client.get(GROUP)).body).toEqual({ results: [], count: 0, total_pages: 0 });
  });

  test('keeps its name to itself, whatever case and blanks, until it is deleted', async () => {
    const owner = company.as('owner');
    const name = unique('Каса');
    const first = await owner.post(GROUP, { name });
    expect(await owner.post(GROUP, { name: ` ${name.toUpperCase()} ` })).toMatchObject({
      status: 400,
      body: { name: ['Study group with this name already exists'] },
    });
    expect((await owner.delete(`${GROUP}${first.body.id}/`)).status).toBe(204);
    expect((await owner.post(GROUP, { name })).status).toBe(201);
  });

  test('has a name that is seen, and is found by it however that is written', async () => {
    const owner = company.as('owner');
    const name = unique('Їжа');
    expect((await owner.post(GROUP, { name: '\u200B\u200B' })).body).toMatchObject({
      name: ['Required field'],
    });
    expect((await owner.post(GROUP, { name })).status).toBe(201);
    for (const same of [`${name}\u200B`, name.normalize('NFD')]) {
      const { body } = await owner.post(GROUP, { name: same });
      expect(body.name).toEqual(['Study group with this name already exists']);
      const search = encodeURIComponent(same);
      expect((await owner.get(`${GROUP}?search=${search}`)).body.results).toMatchObject([{ name }]);
    }
  });

  test('says to staff how many of its courses its students finished, as far as they look after these', async () => {
    const own = await aCompany();
    const [manager, trainer, both] = [own.people.manager, own.people.trainer, own.people.student];
    const none = await own.aPerson('student');
    const group = await own.aGroup({ students: [both, none] });
    const done = await own.aCourse({ group, materials: 1, coaches: [] });
    await own.aCourse({ group, materials: 1 });
    const [elsewhere, byProgram] = [await own.aCourse({ materials: 1 }), await own.aCourse({ materials: 1 })];
    const owner = own.as('owner');
    const draft = { name: 'Draft', group_ids: [group.id], published: false };
    expect((await owner.post(COURSE, draft)).status).toBe(201);
    const program = { name: 'Program', group_ids: [group.id], course_ids: [byProgram.id] };
    expect((await owner.post('/educational_program/educational_program/', program)).status).toBe(201);
    for (const { materials } of [done, elsewhere])
      await asSystem([
        `insert into material_progress (company_id, material_id, user_id, opened_at, done_at)
           values ($1, $2, $3, now(), now())`,
        [own.id, materials[0], both.id],
      ]);
    const seenBy = async (person: { client: Client }) => {
      const one = (await person.client.get(`${GROUP}${group.id}/`)).body.progress;
      const list = (await person.client.get(`${MEMBER}?group=${group.id}`)).body.results as {
        id: number;
        progress?: unknown;
      }[];
      return [one, ...[both, none, manager].map(({ id }) => list.find((row) => row.id === id)!.progress)];
    };
    expect(await seenBy(manager)).toEqual([
      { finished: 1, all: 6 },
      { finished: 1, all: 3 },
      { finished: 0, all: 3 },
      null,
    ]);
    expect(await seenBy(own.people.owner)).toEqual(await seenBy(manager));
    // Of the courses that they coach.
    expect(await seenBy(trainer)).toEqual([
      { finished: 0, all: 4 },
      { finished: 0, all: 2 },
      { finished: 0, all: 2 },
      null,
    ]);
    expect(await seenBy(both)).toEqual([null, undefined, undefined, undefined]);
  });

  test('cannot be deleted while it is the only one of a course, which is named', async () => {
    const { group, name } = await company.aCourse();
    const second = await company.aCourse({ group });
    expect(await company.as('owner').delete(`${GROUP}${group.id}/`)).toMatchObject({
      status: 400,
      body: { study_groups: ['This list may not be empty.'], courses: [name, second.name].toSorted() },
    });
  });

  test('is made once for one idempotency key, also by calls at the same time', async () => {
    const name = unique('Once');
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => company.as('owner').post(GROUP, { name }, headers)),
    );
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.id}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
    const other = await company.as('owner').post(COURSE, { name, group_ids: [answers[0]!.body.id] }, headers);
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_mismatch' } });
  });

  test('lists by the Ukrainian alphabet, by pages, and says how many there are past the end', async () => {
    const alone = await aCompany();
    const owner = alone.as('owner');
    for (const name of ['Яр', 'Ґанок', 'Гора', 'Їжак', 'Іван', 'Дім']) await owner.post(GROUP, { name });
    const names = async (query: string) =>
      (await owner.get(`${GROUP}?${query}`)).body.results.map((each: { name: string }) => each.name);
    expect(await names('ordering=name')).toEqual(['Гора', 'Ґанок', 'Дім', 'Іван', 'Їжак', 'Яр']);
    expect(await names('ordering=-name&page_size=2&page=2')).toEqual(['Іван', 'Дім']);
    expect(await names('search=ГО')).toEqual(['Гора']);
    expect((await owner.get(`${GROUP}?page=9`)).body).toEqual({ results: [], count: 6, total_pages: 1 });
    expect((await owner.get(`${GROUP}?ordering=secret`)).status).toBe(400);
    expect((await owner.get(`${GROUP}?page=-1`)).body).toEqual({ page: ['The minimum value is 1'] });
    expect((await owner.get(`${GROUP}?page_size=101`)).body).toEqual({
      page_size: ['The maximum value is 100'],
    });
  });

  test('takes people, courses and programs when it is made, and gives them up when they are left out', async () => {
    const owner = company.as('owner');
    const { student, trainer, manager } = company.people;
    const course = await company.aCourse();
    const program = await aProgram(company.id);
    const { id } = (
      await owner.post(GROUP, {
        name: unique('Whole'),
        manager_ids: [manager.id],
        coach_ids: [trainer.id],
        student_ids: [student.id, student.id],
        course_ids: [course.id],
        program_ids: [program],
      })
    ).body;
    expect((await owner.get(`${GROUP}${id}/`)).body).toMatchObject({
      managers: [{ id: manager.id }],
      coaches: [{ id: trainer.id }],
      students: [{ id: student.id }],
      coaches_count: 1,
      students_count: 1,
      courses: [{ id: course.id }],
      programs: [{ id: program }],
    });
    expect((await owner.patch(`${GROUP}${id}/`, { course_ids: [], coach_ids: [] })).status).toBe(204);
    expect((await owner.get(`${GROUP}${id}/`)).body).toMatchObject({
      managers: [{ id: manager.id }],
      coaches: [],
      coaches_count: 0,
      students_count: 1,
      courses: [],
      programs: [{ id: program }],
    });
    for (const [filter, of] of [
      ['user', student.id],
      ['program', program],
    ]) {
      const { results } = (await owner.get(`${GROUP}?${filter}=${of}&page_size=100`)).body;
      expect(results.map((each: { id: number }) => each.id)).toContain(id);
    }
    expect((await owner.get(`${GROUP}?course=${course.id}`)).body.results).toMatchObject([
      { id: course.group.id },
    ]);
  });

  test('does not give up a course that has no other group', async () => {
    const { id, group } = await company.aCourse();
    const owner = company.as('owner');
    expect(await owner.patch(`${GROUP}${group.id}/`, { name: unique('New'), course_ids: [] })).toMatchObject({
      status: 400,
      body: { course_ids: ['This list may not be empty.'] },
    });
    const second = await company.aGroup();
    await owner.patch(`${COURSE}${id}/`, { group_ids: [group.id, second.id] });
    // Both groups at once: one of them keeps it.
    const answers = await Promise.all(
      [group, second].map((each) => owner.patch(`${GROUP}${each.id}/`, { course_ids: [] })),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([204, 400]));
    expect((await owner.get(`${COURSE}${id}/`)).body.groups).toHaveLength(1);
  });

  test('asks people for the role of their place in it', async () => {
    const owner = company.as('owner');
    const { student, trainer } = company.people;
    expect(await owner.post(GROUP, { name: unique('x'), manager_ids: [trainer.id] })).toMatchObject({
      status: 400,
      body: { manager_ids: ['This person does not hold the role needed here'] },
    });
    expect(await owner.post(GROUP, { name: unique('x'), coach_ids: [student.id] })).toMatchObject({
      status: 400,
      body: { coach_ids: ['This person does not hold the role needed here'] },
    });
  });

  test('takes nobody and nothing out of the reach of who changes it', async () => {
    const other = await aCompany();
    const foreign = await other.aCourse();
    const hidden = await company.aPerson('student');
    const own = await company.aGroup();
    const manager = company.as('manager');
    const unreached = await company.aCourse({ group: await company.aGroup({ managers: [] }) });
    const changes = [
      { student_ids: [other.people.student.id] },
      { student_ids: [hidden.id] },
      { course_ids: [foreign.id] },
      { course_ids: [unreached.id] },
      { program_ids: [await aProgram(other.id)] },
      { program_ids: [await aProgram(company.id)] },
      { student_ids: [2_000_000_000] },
    ];
    for (const change of changes) {
      const answer = await manager.patch(`${GROUP}${own.id}/`, change);
      expect({ change, status: answer.status, body: answer.body }).toEqual({
        change,
        status: 404,
        body: { detail: 'Not found.', code: 'not_found' },
      });
    }
    expect((await manager.patch(`${GROUP}${foreign.group.id}/`, { name: 'Mine' })).status).toBe(404);
    expect((await company.as('owner').patch(`${GROUP}${own.id}/`, { student_ids: [hidden.id] })).status).toBe(
      204,
    );
  });
});

describe('the members of a study group', () => {
  test('join by name and by mail, once however often they are sent', async () => {
    const owner = company.as('owner');
    const group = await company.aGroup({ students: [] });
    const one = await company.aPerson('student');
    const email = address('joiner');
    const join = () =>
      owner.post(MEMBER, { group: group.id, role: 'student', user_ids: [one.id], emails: [email] });
    expect(await join()).toMatchObject({ status: 201, body: { added: 1, invited: 1 } });
    expect(await join()).toMatchObject({ status: 201, body: { added: 0, invited: 0 } });
    const mail = await mailTo(email);
    expect(await sentMails(email)).toHaveLength(1);
    const accepted = await anonymous.post('/accounts/finish_registration/', {
      token: tokenIn(mail),
      password: 'Zorepad-2026',
      first_name: 'Нова',
      last_name: 'Людина',
      privacy_policy: true,
    });
    expect(accepted.status).toBe(200);
    const listed = await owner.get(`${MEMBER}?group=${group.id}&role=student&ordering=email`);
    expect(listed.body.results.map((each: { email: string }) => each.email).sort()).toEqual(
      [one.email, email].sort(),
    );
  });

  test('come only with a role that the inviter may give', async () => {
    const group = await company.aGroup();
    expect(
      (await company.as('manager').post(MEMBER, { group: group.id, role: 'manager', emails: [address('m')] }))
        .status,
    ).toBe(201);
    expect(
      (await company.as('trainer').post(MEMBER, { group: group.id, role: 'student', emails: [address('s')] }))
        .status,
    ).toBe(403);
    const foreign = await (await aCompany()).aGroup();
    expect(
      (await company.as('owner').post(MEMBER, { group: foreign.id, role: 'student', emails: [address('s')] }))
        .status,
    ).toBe(404);
  });

  test('leave one role and keep the others', async () => {
    const { trainer, manager } = company.people;
    const group = await company.aGroup({ coaches: [trainer], students: [trainer] });
    const remove = (role: string, id: number) =>
      company.as('owner').delete(`${GROUP}${group.id}/${role}/${id}/`);
    expect((await remove('coach', trainer.id)).status).toBe(204);
    expect((await remove('coach', trainer.id)).status).toBe(404);
    const { results } = (await company.as('owner').get(`${MEMBER}?group=${group.id}`)).body;
    expect(results.map((each: { id: number; role: string }) => `${each.id} ${each.role}`).sort()).toEqual(
      [`${trainer.id} student`, `${manager.id} manager`].sort(),
    );
    const other = await company.aPerson('manager');
    expect((await other.client.delete(`${GROUP}${group.id}/student/${trainer.id}/`)).status).toBe(404);
  });

  test('are put back within the hour by the manager who took them out of their own reach, by nobody else', async () => {
    const [manager, second] = [company.people.manager, await company.aPerson('manager')];
    const gone = await company.aPerson('student');
    const group = await company.aGroup({ managers: [manager, second], students: [gone] });
    const other = await company.aGroup({ managers: [manager], students: [] });
    const back = (to: { id: number }, by = manager, role = 'student') =>
      by.client.post(MEMBER, { group: to.id, role, user_ids: [gone.id] });
    const takeOut = () => manager.client.delete(`${GROUP}${group.id}/student/${gone.id}/`);
    expect((await takeOut()).status).toBe(204);
    expect((await manager.client.get(`/accounts/user/${gone.id}/`)).status).toBe(404);
    expect((await back(other)).status).toBe(404);
    expect((await back(group, manager, 'coach')).status).toBe(404);
    expect((await back(group, second)).status).toBe(404);
    expect(await back(group)).toMatchObject({ status: 201, body: { added: 1 } });
    expect((await manager.client.get(`/accounts/user/${gone.id}/`)).status).toBe(200);
    await takeOut();
    await asSystem([
      `update history set created_at = created_at - interval '61 minutes' where company_id = $1`,
      [company.id],
    ]);
    expect((await back(group)).status).toBe(404);
  });

  test('are seen by its students', async () => {
    const group = await company.aGroup();
    const student = company.as('student');
    expect((await student.get(`${MEMBER}?group=${group.id}`)).body.count).toBe(2);
    const outsider = await company.aPerson('student');
    expect((await outsider.client.get(`${MEMBER}?group=${group.id}`)).status).toBe(404);
  });
});

async function aProgram(company_id: number): Promise<number> {
  const [made] = await asSystem<{ id: number }>([
    'insert into programs (company_id, name) values ($1, $2) returning id',
    [company_id, unique('Program')],
  ]);
  return made!.id;
}
