import { beforeAll, expect, test } from 'vitest';
import { answersOf, startAttempt } from '../../../factories/attempt.ts';
import type { Company, Course, Person } from '../../../factories/company.ts';
import { aPackage } from '../../../fixtures/packages.ts';
import { of, ofCourse } from '../../../support/api/files.ts';
import { aPackageMaterial, committed, opened, uploadedPackage } from '../../../support/api/packages.ts';
import { aCompany } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

const lesson = (status: string) => ({ 'cmi.core.lesson_status': status });

/** Opens a package and says how its lesson stands. */
async function plays({ client }: Person, course: Course, material: number, elements: object, body = {}) {
  const { root, told } = await opened(client, course, material, body);
  const { opening, sequence } = told as { opening: number; sequence: number };
  const answer = await committed(root, opening, sequence + 1, elements);
  expect(answer.status).toBe(200);
  return told as { title: string; state: Record<string, { elements: Record<string, string> }> };
}

/** A student alone in a course of one package, which comes first. */
async function aStudy(given: { chain?: boolean; whole?: boolean; materials?: number } = {}) {
  const student = await company.aPerson('student');
  const group = await company.aGroup({ students: [student] });
  const course = await company.aCourse({ ...given, group });
  const { material } = await aPackageMaterial(company, course, await aPackage());
  await company.as('owner').post(`${ofCourse(course)}/update_materials_sequence/`, {
    material_ids: [material, ...course.materials],
  });
  return { student, group, course, material };
}

test('under chain access the next material opens when the package is done, and with it the course moves on', async () => {
  const { student, course, material } = await aStudy({ chain: true, materials: 1 });
  const [theory] = course.materials as [number];
  const stands = async () => {
    const { body } = await student.client.get(`${ofCourse(course)}/`);
    const open = body.education_materials.filter(({ locked }: { locked: unknown }) => locked === null);
    return { progress: body.progress, open: open.map(({ id }: { id: number }) => id) };
  };
  const refused = async () => (await student.client.get(of(course, theory))).body.code;
  expect(await stands()).toMatchObject({ open: [material] });
  for (const status of ['incomplete', 'failed']) {
    await plays(student, course, material, lesson(status));
    expect([status, (await stands()).open, await refused()]).toEqual([status, [material], 'material_locked']);
  }
  await plays(student, course, material, lesson('passed'), { again: true });
  expect(await stands()).toMatchObject({ open: [material, theory] });
  expect((await student.client.get(of(course, theory))).status).toBe(200);
});

test('a package that is locked is opened by no call, and by no address from before', async () => {
  const { student, course, material } = await aStudy({ chain: true, materials: 1 });
  const { root } = await opened(student.client, course, material);
  const { material: next } = await aPackageMaterial(company, course, await aPackage());
  for (const answer of [
    await student.client.get(`${of(course, next)}package/`),
    await student.client.post(`${of(course, next)}package/start/`, {}),
  ])
    expect([answer.status, answer.body.code]).toEqual([403, 'material_locked']);
  expect((await committed(root, 1, 1, lesson('passed'))).body).toEqual({ sequence: 1, done: true });
});

test('a course is overdue until its package is done', async () => {
  const { student, group, course, material } = await aStudy();
  const owner = company.as('owner');
  const yesterday = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  const due = { group_ids: [group.id], due_on: yesterday };
  expect((await owner.post(`${ofCourse(course)}/due_date/`, due)).body).toMatchObject({ changed: 1 });
  const overdue = async () => (await student.client.get(`${ofCourse(course)}/`)).body.overdue;
  await plays(student, course, material, lesson('incomplete'));
  expect(await overdue()).toBe(true);
  await plays(student, course, material, lesson('completed'));
  expect(await overdue()).toBe(false);
});

test('the certificate of a whole course comes with its package, and not while that is failed', async () => {
  const { student, course, material } = await aStudy({ whole: true });
  const exam = await company.anExam({ course, settings: { issue_certificate: true } });
  const held = async () =>
    (await student.client.get(`/certificates/?course=${course.id}&status=valid`)).body.results.length;
  const { finish } = await startAttempt(student.client, exam);
  await finish(answersOf(exam.questions, 3));
  await plays(student, course, material, lesson('failed'));
  expect(await held()).toBe(0);
  await plays(student, course, material, lesson('passed'), { again: true });
  expect(await held()).toBe(1);
});

test('what a package calls completed and then fails in the same try is not done; what was passed stays', async () => {
  const { student, course, material } = await aStudy({ chain: true, materials: 1 });
  const stands = async () => {
    const { body } = await student.client.get(`${ofCourse(course)}/`);
    const [own, next] = body.education_materials;
    return { progress: body.progress, done: own.done, next: next.locked === null };
  };
  const { root } = await opened(student.client, course, material);
  const says = async (sequence: number, status: string) => {
    expect((await committed(root, 1, sequence, lesson(status))).status).toBe(200);
    return (await stands()).done;
  };
  expect(await says(1, 'completed')).toBe(true);
  expect(await stands()).toMatchObject({ done: true, next: true });
  expect(await says(2, 'failed')).toBe(false);
  expect(await stands()).toMatchObject({ progress: 0, done: false, next: false });
  expect(await says(3, 'passed')).toBe(true);
  // Whoever looks at it once more, and answers otherwise, has passed.
  expect(await says(4, 'failed')).toBe(true);
  await plays(student, course, material, lesson('completed'), { again: true });
  await plays(student, course, material, lesson('failed'));
  expect(await stands()).toMatchObject({ done: true, next: true });
});

test('by the author’s choice a failed package is done too', async () => {
  const { student, course, material } = await aStudy();
  const done = async () => (await student.client.get(of(course, material))).body.done;
  await company.as('owner').patch(of(course, material), { done_when: 'finished' });
  await plays(student, course, material, lesson('incomplete'));
  expect(await done()).toBe(false);
  await plays(student, course, material, lesson('failed'));
  expect(await done()).toBe(true);
});

test('by that choice nothing that fails afterwards takes back what was finished', async () => {
  const { student, course } = await aStudy();
  const { material } = await aPackageMaterial(company, course, await aPackage({ standard: '2004' }));
  await company.as('owner').patch(of(course, material), { done_when: 'finished' });
  await plays(student, course, material, { 'cmi.completion_status': 'completed' });
  await plays(student, course, material, {
    'cmi.completion_status': 'incomplete',
    'cmi.success_status': 'failed',
  });
  const { tries } = (await student.client.get(`${of(course, material)}package/`)).body;
  expect(tries).toMatchObject([{ status: 'incomplete', success: 'failed' }]);
  expect((await student.client.get(of(course, material))).body.done).toBe(true);
});

test('whoever is in the middle goes on with what they had, under its title, and gets the newer version next', async () => {
  const { student, course } = await aStudy();
  const { material } = await aPackageMaterial(company, course, await aPackage({ title: 'Перша' }));
  const place = { 'cmi.core.lesson_location': '7', 'cmi.suspend_data': 'step=7', ...lesson('incomplete') };
  await plays(student, course, material, place);
  const items = [{ id: 'two', title: 'Інша', href: 'two.html' }];
  await uploadedPackage(company, course, material, await aPackage({ title: 'Друга', items }));
  const shown = async () => (await student.client.get(`${of(course, material)}package/`)).body;
  expect(await shown()).toMatchObject({
    version: 2,
    title: 'Друга',
    tries: [{ version: 1, title: 'Перша', status: 'incomplete' }],
  });
  const told = await plays(student, course, material, lesson('passed'));
  expect(told).toMatchObject({
    title: 'Перша',
    state: { one: { elements: { 'cmi.core.lesson_location': '7', 'cmi.suspend_data': 'step=7' } } },
  });
  const next = await opened(student.client, course, material, { again: true });
  expect(next.told).toMatchObject({ title: 'Друга', state: {} });
  expect((await shown()).tries).toMatchObject([
    { number: 2, version: 2, title: 'Друга' },
    { number: 1, version: 1, success: 'passed' },
  ]);
});
