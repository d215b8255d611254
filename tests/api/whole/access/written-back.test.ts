import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { USER_TYPES, type UserType } from '../../../../worker/access/contract.ts';
import { createApp } from '../../../../worker/app.ts';
import type { Company, Person } from '../../../factories/company.ts';
import { givePassword } from '../../../support/api/accounts.ts';
import { aFullCourse } from '../../../support/api/full-course.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';
import { CALLS, send, someThings, type Things } from './access-calls.ts';
import { ACCESS } from './access-table.ts';

/** What is read of a thing can be sent back to the call that changes it, and changes nothing. */

const declared = createApp().endpoints.map(({ method, alsoBy, path, readAs }) => {
  const at = path.replace('/api/v1', '');
  return { methods: [method, alsoBy], at, readAs, call: `${method} ${at}` };
});
const isRead = (at: string) => declared.some(({ call }) => call === `GET ${at}`);
const listOf = (at: string) => at.replace(/\/:\w+$/, '');

/** An action, and what is read among others, with a test of its own below. */
const UNREAD = ['POST /course/course/:id/update_materials_sequence', 'PATCH /accounts/u2f/:id'];
const CHANGES = declared.filter(
  ({ methods, at, call, readAs }) =>
    !UNREAD.includes(call) &&
    (methods.includes('PATCH') || (methods.includes('POST') && isRead(at) && (readAs || /:\w+$/.test(at)))),
);
/** Tells the time, or who is about. */
const ASIDE = new Set(['server_time', 'last_seen_at', 'url']);

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

const entries = () =>
  asSystem([
    'select id, old_object, new_object from history where company_id = $1 order by id',
    [company.id],
  ]);

const without = (thing: unknown): unknown =>
  JSON.parse(JSON.stringify(thing, (name, value: unknown) => (ASIDE.has(name) ? undefined : value)));

/** How a thing is read that a call changes: by its address, or in its list. */
async function readingOf({ at }: { at: string }, changed: string, it: Things, who: Person) {
  const from = isRead(at) ? at : listOf(at);
  const { status, body } = await who.client.get(CALLS[`GET ${from}`]!(it, who).path);
  expect({ from, status }).toEqual({ from, status: 200 });
  if (from === at) return body;
  const id = Number(changed.split('/').at(-2));
  return Object.values(body as object)
    .filter(Array.isArray)
    .flat()
    .find((row) => row.id === id);
}

/** What becomes of a thing that is sent back: nothing, or what went wrong. */
async function sendBack(change: (typeof CHANGES)[number], it: Things, who: Person): Promise<unknown[]> {
  const { path } = CALLS[change.call]!(it, who);
  const read = () => readingOf(change, path, it, who);
  const [before, history] = [await read(), await entries()];
  const { status, text } = await send(who.client, change.call, { path, body: before });
  if (status >= 300) return [change.call, status, text];
  const [after, more] = [await read(), (await entries()).slice(history.length)];
  const isSame = JSON.stringify(without(after)) === JSON.stringify(without(before));
  return isSame && more.length === 0 ? [] : [change.call, { before, after, more }];
}

const may = (call: string, user_type: UserType) => ACCESS[call]?.own[USER_TYPES.indexOf(user_type)] === '+';

describe.each(USER_TYPES)('what a %s reads', (user_type) => {
  test('is taken back, and changes nothing', async () => {
    const who = await company.aPerson(user_type);
    const it = await someThings(company, { ...company.people, [user_type]: who });
    for (const change of CHANGES.filter(({ call }) => may(call, user_type))) {
      await send(who.client, change.call, CALLS[change.call]!(it, who));
      expect(await sendBack(change, it, who)).toEqual([]);
    }
  });

  test('of themselves is taken back, long after the password was asked for', async () => {
    const who = await company.aPerson(user_type);
    const nobody = { email: null, email_verified: false, phone: '+380671112233' };
    await asSystem([
      'update users set email = $2, email_verified = $3, phone = $4 where id = $1',
      [who.id, ...Object.values(nobody)],
    ]);
    await asSystem([
      "update sessions set confirmed_at = now() - interval '1 hour' where user_id = $1",
      [who.id],
    ]);
    const at = `/accounts/user/${who.id}/`;
    const { body } = await who.client.get(at);
    expect(body).toMatchObject(nobody);
    expect(await who.client.patch(at, body)).toMatchObject({ status: 204 });
    expect(without((await who.client.get(at)).body)).toEqual(without(body));
    if (user_type === 'student') expect((await who.client.patch(at, { position: 'X' })).status).toBe(403);
    const other = { user_types: ['trainer', 'student'].slice(Number(user_type === 'trainer')) };
    expect((await who.client.patch(at, other)).status).toBe(403);
  });
});

test('every change has a way to be read, or is known to have none', () => {
  const unread = CHANGES.filter(({ at }) => !isRead(at) && !isRead(listOf(at)));
  expect(unread.map(({ call }) => call)).toEqual([]);
});

/** Fields of a body that may be left out, and of which null is no value. */
const optionalOf = (body: z.ZodMiniType | undefined) =>
  Object.entries((body as z.ZodMiniObject | undefined)?.def.shape ?? {})
    .filter(([, own]) => own._zod.optin === 'optional' && !z.safeParse(own, null).success)
    .map(([name]) => name);

const MAKING = createApp()
  .endpoints.filter(({ status, path }) => status === 201 && path.startsWith('/api/'))
  .map(({ method, path, body }) => ({
    call: `${method} ${path.replace('/api/v1', '')}`,
    optional: optionalOf(body),
  }))
  .filter(({ call, optional }) => optional.length > 0 && USER_TYPES.some((type) => may(call, type)));

test.each(MAKING)('$call takes null for what may be left out', async ({ call, optional }) => {
  const user_type = USER_TYPES.find((type) => may(call, type))!;
  const who = await company.aPerson(user_type);
  const it = await someThings(company, { ...company.people, [user_type]: who });
  const { path, body } = CALLS[call]!(it, who);
  const nothing = Object.fromEntries(optional.map((name) => [name, null]));
  const { status, text } = await send(who.client, call, { path, body: { ...nothing, ...(body as object) } });
  expect([status, text]).toEqual([201, text]);
});

test('what makes something takes null neither for what it has to know nor for what it does not know', async () => {
  const made = await company.as('owner').post('/course/course/', { name: null, color: null, tags: [null] });
  expect(Object.keys(made.body)).toEqual(expect.arrayContaining(['name', 'color', 'tags.0']));
  const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as unknown;
  expect((await company.as('owner').post('/course/course/', { name: deep, tags: deep })).status).toBe(400);
});

describe('what is sent back', () => {
  test('is refused where nobody tells of it, and where it is of the wrong kind', async () => {
    const { id } = await company.aGroup();
    const at = `/study_group/study_group/${id}/`;
    const owner = company.as('owner');
    const { body } = await owner.get(at);
    expect((await owner.patch(at, { ...body, colour: 'red' })).body.colour).toEqual(['Unknown field']);
    expect((await owner.patch(at, { students_count: 5 })).body.students_count).toEqual(['Unknown field']);
    expect((await owner.patch(at, { ...body, students_count: [5] })).status).toBe(400);
    expect((await owner.patch(at, { ...body, description: null })).status).toBe(400);
    expect((await owner.patch(at, { ...body, name: 5 })).status).toBe(400);
    expect((await owner.patch(at, { ...body, coaches: [{ name: 'Who' }] })).status).toBe(400);
    expect((await owner.post('/study_group/study_group/', body)).body.id).toEqual(['Unknown field']);
  });

  test('takes nobody out of a group of whom only the first hundred were told', async () => {
    const students = await Promise.all(Array.from({ length: 101 }, () => company.aPerson('student')));
    const { id } = await company.aGroup({ students });
    const at = `/study_group/study_group/${id}/`;
    const { body } = await company.as('owner').get(at);
    expect(body.students).toHaveLength(100);
    expect((await company.as('owner').patch(at, { ...body, description: 'New' })).status).toBe(204);
    expect((await company.as('owner').get(at)).body).toMatchObject({
      students_count: 101,
      description: 'New',
    });
  });

  test('is another rule of a group from nobody but who reaches the company', async () => {
    const { id } = await company.aGroup({ managers: [company.people.manager] });
    const at = `/study_group/study_group/${id}/`;
    await company.as('owner').patch(at, { rule: { positions: ['Кухар'] } });
    const { body } = await company.as('manager').get(at);
    expect((await company.as('manager').patch(at, body)).status).toBe(204);
    for (const rule of [null, { positions: ['Кухар', 'Водій'] }, { positions: [] }])
      expect((await company.as('manager').patch(at, { rule })).status).toBe(403);
  });

  test('is a security key as the account tells of it', async () => {
    const person = await company.aPerson('student');
    const { client, id } = person;
    await givePassword(person);
    await asSystem([
      `insert into security_keys (user_id, name, credential_id, public_key, counter) values ($1, 'Old', $2, 'key', 0)`,
      [id, `credential ${id}`],
    ]);
    const keys = async () => (await client.get('/accounts/security/')).body.security_keys;
    const [key] = await keys();
    expect((await client.patch(`/accounts/u2f/${key.id}/`, { ...key, name: 'New' })).status).toBe(204);
    expect(await keys()).toEqual([{ ...key, name: 'New' }]);
  });

  test('is a draft with its questions, each as it was', async () => {
    const owner = company.as('owner');
    const { course, exam, practice } = await aFullCourse(company);
    await owner.patch(`/course/course/${course.id}/form/${exam.form_id}/`, {
      sections: [{ title: 'A' }],
      draws: [{ count: 1 }],
      opens_at: '2030-01-01T00:00:00.123456Z',
    });
    const at = `/course/course/${course.id}/form/${exam.form_id}/`;
    const { body: form } = await owner.get(at);
    const saved = await owner.post('/course/update_questions/', {
      form_id: form.id,
      questions: form.questions,
    });
    expect(saved).toMatchObject({
      status: 200,
      body: { questions: form.questions, revision: form.revision },
    });
    expect(await owner.patch(at, form)).toMatchObject({ status: 200, body: { revision: form.revision } });
    expect(without((await owner.get(at)).body)).toEqual(without(form));
    const material = `/course/course/${course.id}/educational_material/${practice}/`;
    expect((await owner.post(material, (await owner.get(material)).body)).status).toBe(204);
  });
});

test('a question says null of what it has none of, and leaves out what is wrong', async () => {
  const { form_id } = await company.anExam();
  const nothing = Object.fromEntries(
    [
      'id',
      'description',
      'type',
      'credit',
      'match_case',
      'unit',
      'work',
      'marking',
      'gap_text',
      'hotspot',
      'feedback',
    ]
      .concat(['multiple_right_answers', 'required', 'section', 'score', 'files'])
      .map((name) => [name, null]),
  );
  const terms = {
    tolerance: null,
    percent: null,
    match: null,
    gap: null,
    area: null,
    feedback: null,
    id: null,
  };
  const answers = [
    { title: 'a', is_right_answer: true, ...terms },
    { title: 'b' },
    { title: 'c', is_right_answer: null },
  ];
  const questions = [{ title: 'Q', answers, ...nothing }];
  const { status, body } = await company
    .as('owner')
    .post('/course/update_questions/', { form_id, questions });
  expect([status, body.questions?.[0]]).toMatchObject([
    200,
    {
      title: 'Q',
      score: 1,
      answers: [{ is_right_answer: true }, { is_right_answer: false }, { is_right_answer: false }],
    },
  ]);
  const wrong = { form_id, questions: [{ title: null, answers: [] }] };
  expect((await company.as('owner').post('/course/update_questions/', wrong)).status).toBe(400);
});
