import { beforeAll, expect, test } from 'vitest';
import { judge } from '../../../../worker/exams/certificates/certificate.ts';
import { answersOf, startAttempt } from '../../../factories/attempt.ts';
import { unique, type Company, type Person } from '../../../factories/company.ts';
import { randomFrom } from '../../../support/random.ts';
import { aCompany, anonymous, asSystem } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

type Exam = Awaited<ReturnType<Company['anExam']>>;

/** A course with theories and a certifying exam, and a student who is alone in it. */
async function aStudy(given: { materials: number; needs_all?: boolean }) {
  const student = await company.aPerson('student');
  const group = await company.aGroup({ students: [student] });
  const course = await company.aCourse({
    group,
    materials: given.materials,
    whole: given.needs_all ?? true,
  });
  const exam = await company.anExam({ course, settings: { issue_certificate: true } });
  return { student, exam, theories: course.materials };
}

const path = ({ course }: Exam) => `/course/course/${course.id}/`;

async function change(exam: Exam, body: Record<string, unknown>): Promise<void> {
  expect((await company.as('owner').patch(path(exam), body)).status).toBe(204);
}

async function pass(exam: Exam, student: Person, right = 3) {
  const { finish } = await startAttempt(student.client, exam);
  return (await finish(answersOf(exam.questions, right))).body;
}

async function finishMaterial(exam: Exam, student: Person, material: number): Promise<void> {
  const { status } = await student.client.post(`${path(exam)}educational_material/${material}/finish/`);
  expect(status).toBe(204);
}

async function addTheory(exam: Exam): Promise<number> {
  const { body } = await company.as('owner').post(`${path(exam)}educational_material/`, {
    name: unique('Added'),
    type: 'theory',
    text: '<p>Aa</p>',
  });
  return body.id;
}

const remove = (exam: Exam, material: number) =>
  company.as('owner').delete(`${path(exam)}educational_material/${material}/`);

/** The versions that hold, as the student reads them: at most one. */
async function heldBy(exam: Exam, student: Person): Promise<{ number: string; version: number }[]> {
  const { body } = await student.client.get(`/certificates/?course=${exam.course.id}&status=valid`);
  return body.results;
}

const saidOf = async (number: string) => (await anonymous.get(`/certificates/${number}/`)).body.content;

test('a new course asks for all of it, unless it is made otherwise', async () => {
  const owner = company.as('owner');
  const group = await company.aGroup();
  const made = async (more: Record<string, unknown>) => {
    const { body } = await owner.post('/course/course/', {
      name: unique('C'),
      group_ids: [group.id],
      ...more,
    });
    return (await owner.get(`/course/course/${body.id}/`)).body.certificate_needs_all;
  };
  expect(await made({})).toBe(true);
  expect(await made({ certificate_needs_all: false })).toBe(false);
});

test('a client that does not name the setting leaves it as it was', async () => {
  const { exam } = await aStudy({ materials: 1, needs_all: false });
  await change(exam, { description: 'Інше' });
  expect((await company.as('owner').get(path(exam))).body.certificate_needs_all).toBe(false);
});

test('with the exam first the certificate comes with the last material', async () => {
  const { student, exam, theories } = await aStudy({ materials: 2 });
  expect(await pass(exam, student)).toMatchObject({
    passed_successfully: true,
    can_download_certificate: false,
  });
  await finishMaterial(exam, student, theories[0]!);
  expect(await heldBy(exam, student)).toEqual([]);
  await finishMaterial(exam, student, theories[1]!);
  const [held] = await heldBy(exam, student);
  expect(await saidOf(held!.number)).toMatchObject({ whole_course: true, percent: 100 });
});

test('with the materials first it comes with the exam, once', async () => {
  const { student, exam, theories } = await aStudy({ materials: 1 });
  await finishMaterial(exam, student, theories[0]!);
  expect(await pass(exam, student)).toMatchObject({ can_download_certificate: true });
  expect(await heldBy(exam, student)).toMatchObject([{ version: 1 }]);
});

test('a course that asks for its tests alone says that they were passed', async () => {
  const { student, exam } = await aStudy({ materials: 2, needs_all: false });
  await pass(exam, student, 2);
  const [held] = await heldBy(exam, student);
  expect(await saidOf(held!.number)).toMatchObject({ whole_course: false, percent: 75 });
});

test('a material added before is waited for, one added after takes nothing away', async () => {
  const { student, exam, theories } = await aStudy({ materials: 1 });
  await pass(exam, student, 2);
  const added = await addTheory(exam);
  await finishMaterial(exam, student, theories[0]!);
  expect(await heldBy(exam, student)).toEqual([]);
  await finishMaterial(exam, student, added);
  expect(await heldBy(exam, student)).toMatchObject([{ version: 1 }]);
  await addTheory(exam);
  expect(await heldBy(exam, student)).toMatchObject([{ version: 1 }]);
  await pass(exam, student, 3);
  const [better] = await heldBy(exam, student);
  expect(better).toMatchObject({ version: 2 });
  expect(await saidOf(better!.number)).toMatchObject({ whole_course: true, percent: 100 });
});

test('a material that is removed or hidden is waited for no more, by nobody', async () => {
  const { student, exam, theories } = await aStudy({ materials: 2 });
  const other = await company.aPerson('student');
  const { status } = await company.as('owner').post(`${path(exam)}students/`, { user_ids: [other.id] });
  expect(status).toBe(201);
  await pass(exam, student);
  await pass(exam, other);
  expect((await remove(exam, theories[0]!)).status).toBe(204);
  expect(await heldBy(exam, student)).toEqual([]);
  await asSystem([
    `update materials set archived_at = now() - interval '1 hour' where id = $1`,
    [theories[1]!],
  ]);
  expect(await heldBy(exam, student)).toHaveLength(1);
  expect(await heldBy(exam, other)).toHaveLength(1);
});

test('a course that comes to ask for less issues what was waited for; for more takes nothing away', async () => {
  const { student, exam } = await aStudy({ materials: 1 });
  await pass(exam, student);
  await change(exam, { certificate_needs_all: false });
  const [held] = await heldBy(exam, student);
  expect(held).toMatchObject({ version: 1 });
  await change(exam, { certificate_needs_all: true });
  expect(await heldBy(exam, student)).toEqual([held]);
});

test('it is renewed when the course is whole again', async () => {
  const { student, exam, theories } = await aStudy({ materials: 1 });
  await change(exam, { certificate_months: 1 });
  await finishMaterial(exam, student, theories[0]!);
  await pass(exam, student);
  const added = await addTheory(exam);
  await pass(exam, student);
  expect(await heldBy(exam, student)).toMatchObject([{ version: 1 }]);
  await finishMaterial(exam, student, added);
  expect(await heldBy(exam, student)).toMatchObject([{ version: 2 }]);
});

test.each([1, 2, 3, 4, 5, 6])(
  'in whatever order things happen, judge() says what is held (%i)',
  async (seed) => {
    const random = randomFrom(seed);
    const one = (count: number) => Math.floor(random() * count);
    const { student, exam, theories } = await aStudy({ materials: 2 });
    const left = new Set(theories);
    const done = new Set<number>();
    let needs = true;
    let percent = 0;
    let held = false;
    for (let step = 0; step < 14; step += 1) {
      const open = [...left].filter((id) => !done.has(id));
      const what = one(6);
      if (what === 0) left.add(await addTheory(exam));
      else if (what === 1 && left.size > 0) {
        const gone = [...left][one(left.size)]!;
        left.delete(gone);
        await remove(exam, gone);
      } else if (what === 2) {
        needs = !needs;
        await change(exam, { certificate_needs_all: needs });
      } else if (what === 3) {
        const right = one(4);
        await pass(exam, student, right);
        percent = Math.max(percent, [0, 50, 75, 100][right]!);
      } else if (open.length > 0) {
        const next = open[one(open.length)]!;
        done.add(next);
        await finishMaterial(exam, student, next);
      }
      const counted = [{ form_id: exam.form_id, percent, passed: percent >= 60 }];
      const isWhole = !needs || [...left].every((id) => done.has(id));
      held ||= judge([exam.form_id], counted, null, [], isWhole) === 'issue';
      const now = await heldBy(exam, student);
      expect({ step, what, held: now.length > 0 }).toEqual({ step, what, held });
    }
  },
);
