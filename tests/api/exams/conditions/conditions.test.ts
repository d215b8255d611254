import { beforeAll, expect, test } from 'vitest';
import { takeExam } from '../../../factories/attempt.ts';
import type { Company } from '../../../factories/company.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

const MINUTE = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();

async function aStudentWithExam(settings: Record<string, unknown> = {}) {
  const student = await company.aPerson('student');
  const group = await company.aGroup({ students: [student] });
  const exam = await company.anExam({ course: await company.aCourse({ group }), settings });
  const form = `/course/course/${exam.course.id}/form/${exam.form_id}`;
  const told = async () => (await student.client.get(`/course/form_introduction/${exam.form_id}/`)).body;
  const start = (more: object = {}) =>
    student.client.post('/course/start_form_passing/', { form_id: exam.form_id, ...more });
  const step = async () => (await student.client.get(`/course/course/${exam.course.id}/`)).body.next_step;
  return { student, exam, form, told, start, step };
}

const minutesUntil = (deadline: string, from: string) => (Date.parse(deadline) - Date.parse(from)) / MINUTE;

test('a test is started within its window alone, and says when that is', async () => {
  const opens_at = inMinutes(60);
  const early = await aStudentWithExam({ opens_at, closes_at: inMinutes(120) });
  expect((await early.start()).body).toMatchObject({ code: 'test_not_open' });
  const told = await early.told();
  expect(told.waits_for).toBe('not_open');
  expect(told.start_terms).toMatchObject({ waits_for: 'not_open', needs_code: false, ends_at: null });
  expect(Date.parse(told.start_terms.opens_at)).toBe(Date.parse(opens_at));
  expect(await early.step()).toMatchObject({ kind: 'not_open' });
  expect(Date.parse((await early.step()).opens_at)).toBe(Date.parse(opens_at));

  const late = await aStudentWithExam({ opens_at: inMinutes(-120), closes_at: inMinutes(-60) });
  expect((await late.start()).body).toMatchObject({ code: 'test_closed' });
  expect(await late.step()).toMatchObject({ kind: 'closed', opens_at: null });

  const now = await aStudentWithExam({ opens_at: inMinutes(-1), closes_at: inMinutes(5) });
  expect(await now.step()).toMatchObject({ kind: 'go' });
  const started = await now.start();
  expect(started.status).toBe(201);
  expect(minutesUntil(started.body.deadline, started.body.started_at)).toBe(10);
});

test('a window can end what runs in it, and minutes given beforehand go beyond it', async () => {
  const closes_at = inMinutes(5);
  const given = { closes_at, at_close: 'end' };
  const { start, told } = await aStudentWithExam(given);
  expect(Date.parse((await told()).start_terms.ends_at)).toBe(Date.parse(closes_at));
  expect(Date.parse((await start()).body.deadline)).toBe(Date.parse(closes_at));

  const helped = await aStudentWithExam(given);
  await company.as('owner').post(`/course/course/${helped.exam.course.id}/grants/`, {
    form_id: helped.exam.form_id,
    user_ids: [helped.student.id],
    extra_minutes: 3,
    reason: 'Повільний зв’язок',
  });
  const { deadline } = (await helped.start()).body;
  expect(minutesUntil(deadline, closes_at)).toBe(3);
});

test('whoever is given an attempt takes it outside the window and without a pause', async () => {
  const settings = { closes_at: inMinutes(-1), pause_minutes: 600, is_one_attempt_allowed: true };
  const { exam, student, start, told } = await aStudentWithExam(settings);
  expect((await start()).body).toMatchObject({ code: 'test_closed' });
  await company.as('owner').post(`/course/course/${exam.course.id}/grants/`, {
    form_id: exam.form_id,
    user_ids: [student.id],
    extra_attempts: 1,
    reason: 'Хворіла',
  });
  expect((await told()).start_terms).toMatchObject({ waits_for: null, closes_at: null, ends_at: null });
  await takeExam(student.client, exam, 0);
  expect((await start()).status).toBe(201);
});

test('between two attempts there is a pause, from the end of the last', async () => {
  const { exam, student, start, told, step } = await aStudentWithExam({
    pause_minutes: 90,
    attempt_limit: 3,
  });
  const attempt = await takeExam(student.client, exam, 0);
  expect((await start()).body).toMatchObject({ code: 'test_rests' });
  const [ended] = await asSystem<{ finished_at: string }>([
    'select finished_at from attempts where id = $1',
    [attempt],
  ]);
  const { start_terms } = await told();
  expect(start_terms).toMatchObject({ waits_for: 'resting', pause_minutes: 90 });
  expect(minutesUntil(start_terms.opens_at, ended!.finished_at)).toBeCloseTo(90, 1);
  expect(await step()).toMatchObject({ kind: 'resting' });
  const waited = await aStudentWithExam({ pause_minutes: 90 });
  const { attempt_id } = (await waited.start()).body;
  const ended91MinutesAgo = `update attempts set started_at = app_now() - interval '2 hours',
    deadline = app_now() - interval '91 minutes', due_at = app_now() - interval '90 minutes' where id = $1`;
  await asSystem([ended91MinutesAgo, [attempt_id]]);
  expect((await waited.start()).status).toBe(201);
});

test('a code is asked for from its setting on, counted when wrong, and told to no student', async () => {
  const { exam, student, form, start, told } = await aStudentWithExam({ attempt_limit: 5 });
  const trainer = company.as('owner');
  const drawn = (await trainer.post(`${form}/access_code/`, {})).body;
  expect(drawn.code).toMatch(/^\d{6}$/);
  const set = (await trainer.post(`${form}/access_code/`, { code: 'Осінь-26' })).body;
  expect(set).toMatchObject({ code: 'Осінь-26', form_id: exam.form_id });
  expect((await trainer.get(`${form}/access_code/`)).body).toEqual(set);
  expect((await student.client.get(`${form}/access_code/`)).status).toBe(403);
  const introduction = await told();
  expect(introduction.start_terms.needs_code).toBe(true);
  expect(JSON.stringify(introduction)).not.toContain('Осінь');

  expect((await start()).body).toEqual({ access_code: ['Enter the access code'] });
  for (let guess = 0; guess < 10; guess += 1)
    expect((await start({ access_code: drawn.code })).body).toEqual({
      access_code: ['The access code is incorrect'],
    });
  expect((await start({ access_code: 'осінь 26' })).body).toMatchObject({ code: 'too_many_attempts' });
  await asSystem(['delete from sign_in_failures where key like $1', [`access:${exam.form_id}:%`]]);
  expect((await start({ access_code: 'осінь 26' })).status).toBe(201);
  // What runs is continued without one.
  expect((await start({ take_over: true })).status).toBe(201);
});

test('a code that is taken away is not asked for, and a short or odd one is none', async () => {
  const { form, start } = await aStudentWithExam();
  const owner = company.as('owner');
  for (const code of ['123', ' ', '12<34', 'a'.repeat(21)])
    expect((await owner.post(`${form}/access_code/`, { code })).status).toBe(400);
  await owner.post(`${form}/access_code/`, {});
  expect((await owner.post(`${form}/access_code/`, { code: null })).body.code).toBeNull();
  expect((await start()).status).toBe(201);
});

test('whoever takes a test is not told its code in any role, and sets none', async () => {
  const admin = await company.aPerson('admin');
  const group = await company.aGroup({ students: [admin] });
  const exam = await company.anExam({ course: await company.aCourse({ group }) });
  const path = `/course/course/${exam.course.id}/form/${exam.form_id}/access_code/`;
  await company.as('owner').post(path, { code: '4711' });
  expect((await admin.client.get(path)).body).toMatchObject({ code: 'own_form' });
  expect((await admin.client.post(path, { code: null })).body).toMatchObject({ code: 'own_form' });
});

test('a test that says nothing of all this is as its versions of before', async () => {
  const { exam, form } = await aStudentWithExam();
  const owner = company.as('owner');
  const draft = (await owner.get(`${form}/`)).body;
  expect(draft).toMatchObject({
    opens_at: null,
    closes_at: null,
    at_close: 'continue',
    pause_minutes: null,
    time_zone: 'Europe/Kyiv',
    has_unpublished_changes: false,
  });
  const [version] = await asSystem<{ settings: object }>([
    'select settings from form_versions where form_id = $1',
    [exam.form_id],
  ]);
  expect(Object.keys(version!.settings)).not.toContain('opens_at');

  await owner.patch(`${form}/`, { opens_at: inMinutes(5) });
  await owner.post(`${form}/publish/`);
  await owner.patch(`${form}/`, { opens_at: null });
  expect((await owner.get(`${form}/publish/`)).body.settings).toEqual(['opens_at']);
  const reversed = await owner.patch(`${form}/`, { opens_at: inMinutes(9), closes_at: inMinutes(8) });
  expect(reversed.body).toEqual({ closes_at: ['The end is before the opening'] });
});

test('a copy of a test has no window, which is a day of those who took it there, and no code', async () => {
  const { exam, form } = await aStudentWithExam({ closes_at: inMinutes(-5), pause_minutes: 60 });
  const owner = company.as('owner');
  await owner.post(`${form}/access_code/`, {});
  const path = `/course/course/${exam.course.id}/educational_material/${exam.material_id}/clone/`;
  const copy = (await owner.post(path)).body;
  const [row] = await asSystem<{ settings: object; closes_at: string | null; codes: number }>([
    `select v.settings, f.closes_at,
         (select count(*)::integer from access_codes c where c.form_id = f.id) as codes
       from forms f join current_versions v on v.form_id = f.id where f.material_id = $1`,
    [copy.id],
  ]);
  expect(row).toMatchObject({ closes_at: null, codes: 0, settings: { pause_minutes: 60 } });
  expect(Object.keys(row!.settings)).not.toContain('closes_at');
});

test('a person’s extra time counts whenever they start a test, and goes beyond a closing that ends everybody', async () => {
  const { exam, student, start, told } = await aStudentWithExam({ time_limit: 30 });
  const path = `/accounts/user/${student.id}/extra_time/`;
  const manager = company.as('manager');
  expect((await company.as('owner').get(path)).body).toEqual({ percent: 0, minutes: 0 });
  expect((await manager.post(path, { percent: 25, minutes: 2 })).body).toEqual({ percent: 25, minutes: 2 });
  // A quarter of 30 is 7.5, rounded up.
  expect((await told()).start_terms.extra_minutes).toBe(10);
  await company.as('owner').post(`/course/course/${exam.course.id}/grants/`, {
    form_id: exam.form_id,
    user_ids: [student.id],
    extra_minutes: 5,
    reason: 'Пожежна тривога',
  });
  const { deadline, started_at } = (await start()).body;
  expect(minutesUntil(deadline, started_at)).toBe(45);

  const closes_at = inMinutes(5);
  const closing = await aStudentWithExam({ closes_at, at_close: 'end' });
  await manager.post(`/accounts/user/${closing.student.id}/extra_time/`, { percent: 0, minutes: 4 });
  expect(minutesUntil((await closing.start()).body.deadline, closes_at)).toBe(4);
});

test('extra time is known to those who give it, and history says who did', async () => {
  const { student } = await aStudentWithExam();
  const path = `/accounts/user/${student.id}/extra_time/`;
  for (const role of ['trainer', 'student'] as const) {
    expect((await company.as(role).get(path)).status).toBe(403);
    expect((await company.as(role).post(path, { percent: 100, minutes: 0 })).status).toBe(403);
  }
  const admin = await company.aPerson('admin');
  const own = `/accounts/user/${admin.id}/extra_time/`;
  expect((await admin.client.post(own, { percent: 100, minutes: 0 })).body).toMatchObject({
    code: 'own_assignment',
  });
  await admin.client.post(path, { percent: 50, minutes: 0 });
  const person = JSON.stringify((await company.as('owner').get(`/accounts/user/${student.id}/`)).body);
  expect(person).not.toContain('extra_');
  const [entry] = (await company.as('owner').get('/history/history/?search=')).body.results;
  expect(entry).toMatchObject({ action: 'update', object_model: 'membership', object_id: student.id });
  expect(entry.new_object.extra_percent).toBe(50);
  expect(entry.author.id).toBe(admin.id);
});
