import { beforeAll, expect, test } from 'vitest';
import { answersOf, startAttempt, takeExam } from '../../../factories/attempt.ts';
import type { Company, Person } from '../../../factories/company.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

type Exam = Awaited<ReturnType<Company['anExam']>>;

async function anOwnExam(settings: Record<string, unknown> = {}, materials = 0) {
  const student = await company.aPerson('student');
  const group = await company.aGroup({ students: [student] });
  return {
    student,
    exam: await company.anExam({ course: await company.aCourse({ group, materials }), settings }),
  };
}

/** What course, home, profile and introduction say: the test's state in one word, and the next step. */
async function said({ client, id }: Person, { course, form_id, material_id }: Exam) {
  const page = (await client.get(`/course/course/${course.id}/`)).body;
  const home = (await client.get(`/accounts/user/${id}/learning/`)).body.courses[0];
  const introduction = (await client.get(`/course/form_introduction/${form_id}/`)).body;
  const listed = (await client.get('/course/appointed_form/')).body.results[0];
  const summary = page.education_materials.find(({ id: one }: { id: number }) => one === material_id);
  const states = [summary, home.tests[0], introduction, listed].map(({ state }: { state: string }) => state);
  expect(new Set(states).size).toBe(1);
  expect(home.next_step).toEqual(page.next_step);
  return {
    state: states[0],
    step: page.next_step.kind as string,
    left: introduction.attempts_left as number | null,
    waits: introduction.waits_for as string | null,
  };
}

test('a test stands in one word, with one next step, on every screen', async () => {
  const { student, exam } = await anOwnExam({ is_one_attempt_allowed: false, attempt_limit: 2 });
  expect(await said(student, exam)).toEqual({ state: 'assigned', step: 'go', left: 2, waits: null });
  const first = await startAttempt(student.client, exam);
  expect(await said(student, exam)).toEqual({
    state: 'in_progress',
    step: 'running',
    left: 1,
    waits: 'running',
  });
  await first.finish(answersOf(exam.questions, 0));
  expect(await said(student, exam)).toEqual({ state: 'failed', step: 'go', left: 1, waits: null });
  await takeExam(student.client, exam, 0);
  expect(await said(student, exam)).toEqual({
    state: 'failed',
    step: 'exhausted',
    left: 0,
    waits: 'exhausted',
  });
  const body = { form_id: exam.form_id, user_ids: [student.id], extra_attempts: 1, reason: 'Ще раз' };
  await company.as('owner').post(`/course/course/${exam.course.id}/retake_form/`, body);
  expect(await said(student, exam)).toEqual({ state: 'reopened', step: 'go', left: 1, waits: null });
  await takeExam(student.client, exam);
  expect(await said(student, exam)).toMatchObject({ state: 'passed', step: 'done' });
});

test('a result that waits for a trainer is in review everywhere, and leads nowhere', async () => {
  const { student, exam } = await anOwnExam({
    publication_after_passing: false,
    is_one_attempt_allowed: true,
  });
  await takeExam(student.client, exam);
  expect(await said(student, exam)).toEqual({
    state: 'in_review',
    step: 'in_review',
    left: 0,
    waits: 'in_review',
  });
});

test('of a test without a limit attempts are always left', async () => {
  const { student, exam } = await anOwnExam();
  await takeExam(student.client, exam, 0);
  expect(await said(student, exam)).toEqual({ state: 'failed', step: 'go', left: null, waits: null });
});

test('a step is the first one until the course is in progress, not until something of it is done', async () => {
  const { student, exam } = await anOwnExam();
  const begun = async () =>
    (await student.client.get(`/course/course/${exam.course.id}/`)).body.next_step.begun as boolean;
  expect(await begun()).toBe(false);
  await takeExam(student.client, exam, 0);
  expect(await begun()).toBe(true);
});

test('what can be opened goes before what is waited for, and a material tells where it stands', async () => {
  const { student, exam } = await anOwnExam({ publication_after_passing: false }, 2);
  await takeExam(student.client, exam);
  const path = `/course/course/${exam.course.id}/`;
  const { next_step, education_materials } = (await student.client.get(path)).body;
  expect(next_step).toMatchObject({
    kind: 'go',
    material: { id: education_materials[0].id, type: 'theory' },
  });
  const second = (await student.client.get(`${path}educational_material/${education_materials[1].id}/`)).body;
  expect(second).toMatchObject({ place: 2, total: 3, minutes: 1, next_waits: true });
});

test('an expired certificate is the next step, by its test', async () => {
  const { student, exam } = await anOwnExam({ issue_certificate: true, attempt_limit: 3 });
  await company.as('owner').patch(`/course/course/${exam.course.id}/`, { certificate_months: 12 });
  await takeExam(student.client, exam);
  const forGood = async () =>
    (await student.client.get(`/course/form_introduction/${exam.form_id}/`)).body.passed_for_good as boolean;
  expect(await said(student, exam)).toMatchObject({ state: 'passed', step: 'done' });
  expect(await forGood()).toBe(true);
  await asSystem([
    `update certificates set issued_at = issued_at - interval '13 months', expires_at = expires_at - interval '13 months'
       where user_id = $1`,
    [student.id],
  ]);
  expect(await said(student, exam)).toMatchObject({ state: 'passed', step: 'renew' });
  expect(await forGood()).toBe(false);
});

test('an introduction tells what waits at the end, and a paper its points where they are shown', async () => {
  const { student, exam } = await anOwnExam({
    publication_after_passing: false,
    show_points_for_answers: true,
    disable_autosave_for_all_respondents: true,
    issue_certificate: true,
    time_limit: null,
  });
  const { body } = await student.client.get(`/course/form_introduction/${exam.form_id}/`);
  expect(body).toMatchObject({
    publishes_at_once: false,
    by_hand: false,
    forbids_copying: true,
    certifies: true,
    timed: true,
    minutes: 120,
  });
  const { body: started } = await startAttempt(student.client, exam);
  expect(started).toMatchObject({ timed: true, questions: [{ points: 2 }, { points: 1 }, { points: 1 }] });
  const hidden = await anOwnExam({ show_points_for_answers: false });
  const other = await startAttempt(hidden.student.client, hidden.exam);
  expect(other.body.questions[0]).not.toHaveProperty('points');
});
