import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { MAIN_EXTENSIONS } from '#contract/learning/materials';
import { startAttempt } from '../../../factories/attempt.ts';
import type { Company, Course, Person } from '../../../factories/company.ts';
import { aMaterial, bytes, MP4, of, ofCourse, uploaded } from '../../../support/api/files.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

test('a material tells its place, its neighbours, and what closes the next one to the student', async () => {
  const course = await company.aCourse({ materials: 3, chain: true });
  const [first, second, third] = course.materials as [number, number, number];
  const { material_id: exam } = await company.anExam({ course });
  const student = company.as('student');
  const seen = async (client: typeof student, material: number) => {
    const { place, total, previous_id, next_id, next_name, next_locked_by, next_waits, minutes } = (
      await client.get(of(course, material))
    ).body;
    return { place, total, previous_id, next_id, next_name, next_locked_by, next_waits, minutes };
  };
  const open = { total: 4, next_locked_by: null, next_waits: false, minutes: 1 };
  const ofFirst = { ...open, place: 1, previous_id: null, next_id: second, next_name: 'Material 2' };
  expect(await seen(student, first)).toEqual({ ...ofFirst, next_locked_by: first });
  expect(await seen(company.as('owner'), first)).toEqual(ofFirst);
  await asSystem(['update materials set archived_at = now() where id = $1', [third]]);
  // Who has not opened the course before it was archived has it no more; staff keep it.
  const late = await company.aPerson('student');
  await asSystem([
    "insert into group_members (company_id, group_id, user_id, role) values ($1, $2, $3, 'student')",
    [company.id, course.group.id, late.id],
  ]);
  expect(await seen(late.client, first)).toMatchObject({ place: 1, total: 3, next_id: second });
  expect(await seen(company.as('owner'), second)).toMatchObject({ total: 4, next_id: third });
  for (const material of [first, second, third]) await student.post(`${of(course, material)}finish/`);
  expect(await seen(student, third)).toMatchObject({ place: 3, previous_id: second, next_id: exam });
});

test('a text is not written over by whoever has read an earlier one, and everything else is', async () => {
  const course = await company.aCourse();
  const material = await aMaterial(company, course, 'theory');
  const owner = company.as('owner');
  const read = async () => (await owner.get(of(course, material))).body;
  const save = async (body: object) => (await owner.patch(of(course, material), body)).status;
  const { revision } = await read();
  expect(await save({ text: '<p>First</p>', revision })).toBe(204);
  expect(await owner.patch(of(course, material), { text: '<p>Second</p>', revision })).toMatchObject({
    status: 409,
    body: { detail: 'The draft was changed in another window' },
  });
  expect(await save({ description: 'Mine', revision })).toBe(204);
  expect(await read()).toMatchObject({ text: '<p>First</p>', description: 'Mine' });
  expect(await save({ text: '<p>Second</p>', revision: (await read()).revision })).toBe(204);
  // Who knows nothing of revisions is served as before.
  expect(await save({ text: '<p>Third</p>' })).toBe(204);
  expect((await read()).text).toBe('<p>Third</p>');
  const [elsewhere] = (await company.aCourse({ materials: 1 })).materials as [number];
  expect(await save({ text: '', revision: 'x'.repeat(32) })).toBe(409);
  expect((await owner.patch(of(course, elsewhere), { text: '', revision })).status).toBe(404);
});

test('staff are told which materials lack the file that they are to show', async () => {
  const course = await company.aCourse({ materials: 1 });
  const video = await aMaterial(company, course, 'video');
  const others = Object.keys(MAIN_EXTENSIONS).filter((type) => type !== 'video');
  for (const type of others) await aMaterial(company, course, type);
  const lacking = async (client: ReturnType<Company['as']>) =>
    (await client.get(`${ofCourse(course)}/`)).body.education_materials.map(
      (material: { type: string; lacks_file?: boolean }) => [material.type, material.lacks_file],
    );
  const trainer = company.as('trainer');
  expect(await lacking(trainer)).toEqual([
    ['theory', false],
    ['video', true],
    ...others.map((type) => [type, true]),
  ]);
  // What else stands beside the video does not take its place.
  await uploaded(company, course, video, { name: 'b.mp4', bytes: MP4, kind: 'attachment' });
  expect((await lacking(trainer))[1]).toEqual(['video', true]);
  await uploaded(company, course, video, { name: 'a.mp4', bytes: MP4 });
  expect((await lacking(trainer))[1]).toEqual(['video', false]);
  expect((await lacking(company.as('student')))[1]).toEqual(['video', undefined]);
});

describe('watching', () => {
  const WAV = bytes('RIFF', [0, 8, 0, 0], 'WAVEfmt ', Array<number>(2000).fill(7));
  const FILES = { video: { name: 'a.mp4', bytes: MP4 }, audio: { name: 'a.wav', bytes: WAV } };

  async function aVideo(duration: number | null = 100, type: keyof typeof FILES = 'video') {
    const student = await company.aPerson('student');
    const course = await company.aCourse({ group: await company.aGroup({ students: [student] }) });
    const video = await aMaterial(company, course, type);
    await uploaded(company, course, video, FILES[type], { duration });
    await student.client.get(of(course, video));
    const passed = (seconds: number) =>
      asSystem([
        `update material_progress set opened_at = opened_at - make_interval(secs => $1), reported_at = reported_at - make_interval(secs => $1)
           where material_id = $2`,
        [seconds, video],
      ]);
    const report = (resume_at: number, ...watched: number[][]) =>
      student.client.post(`${of(course, video)}progress/`, { resume_at, watched });
    return { student, course, video, passed, report };
  }

  test('counts each second once, remembers where it stopped, and is done at 90 %', async () => {
    const { student, course, video, passed, report } = await aVideo();
    await passed(1000);
    expect((await report(40, [0, 40])).body).toEqual({ watched_share: 40, done: false });
    expect((await report(30, [0, 30], [10, 30])).body).toEqual({ watched_share: 40, done: false });
    await passed(1000);
    expect((await report(89, [35, 89.5])).body).toEqual({ watched_share: 89, done: false });
    expect((await student.client.get(of(course, video))).body).toMatchObject({
      resume_at: 89,
      watched_share: 89,
      done: false,
    });
    await passed(1000);
    expect((await report(91, [89, 90.5])).body).toEqual({ watched_share: 90, done: true });
    expect((await student.client.get(ofCourse(course) + '/')).body).toMatchObject({
      state: 'finished',
      progress: 100,
    });
    // It stays done.
    expect((await report(0)).body).toEqual({ watched_share: 90, done: true });
  });

  test('more than a player can play in the time does not count', async () => {
    const { report, passed } = await aVideo();
    expect((await report(100, [0, 100])).body).toEqual({ watched_share: 0, done: false });
    await passed(30);
    expect((await report(90, [0, 90])).body).toEqual({ watched_share: 90, done: true });
  });

  test('beyond the end, backwards and nothing count nothing', async () => {
    const { report, passed } = await aVideo();
    await passed(1000);
    expect((await report(0, [100, 150], [50, 40], [7, 7])).body).toEqual({ watched_share: 0, done: false });
    expect((await report(0, [95, 1000])).body).toEqual({ watched_share: 5, done: false });
  });

  test('what no browser plays is confirmed instead; what one plays is not', async () => {
    const played = await aVideo();
    expect((await played.student.client.post(`${of(played.course, played.video)}finish/`)).status).toBe(404);
    const unplayable = await aVideo(null);
    expect((await unplayable.report(5, [0, 5])).body).toEqual({ watched_share: null, done: false });
    expect(
      (await unplayable.student.client.post(`${of(unplayable.course, unplayable.video)}finish/`)).status,
    ).toBe(204);
  });

  test('what has no file yet is not confirmed, and is once it is there', async () => {
    const student = company.as('student');
    const course = await company.aCourse();
    for (const type of ['video', 'audio', 'pdf', 'presentation']) {
      const material = await aMaterial(company, course, type);
      const { body } = await student.get(of(course, material));
      expect(body.done).toBe(false);
      expect((await student.post(`${of(course, material)}finish/`)).status).toBe(404);
      if (type !== 'pdf') continue;
      await uploaded(company, course, material, { name: 'a.pdf', bytes: bytes('%PDF-1.7\n') });
      expect((await student.post(`${of(course, material)}finish/`)).status).toBe(204);
    }
  });

  test.each(['video', 'audio'] as const)(
    'another %s begins anew for whoever has not done it',
    async (type) => {
      const { student, course, video: material, passed, report } = await aVideo(100, type);
      const again = async (duration: number) =>
        (await uploaded(company, course, material, FILES[type], { duration })).id;
      const seen = async () => {
        const { done, watched_share, resume_at } = (await student.client.get(of(course, material))).body;
        return { done, watched_share, resume_at };
      };
      const [{ id: before }] = (await student.client.get(of(course, material))).body.files;
      await passed(1000);
      expect((await report(40, [0, 40])).body).toEqual({ watched_share: 40, done: false });
      // What else is added stands beside it.
      await uploaded(company, course, material, { ...FILES[type], kind: 'attachment' });
      expect(await seen()).toEqual({ done: false, watched_share: 40, resume_at: 40 });
      const file_id = await again(10);
      expect(await seen()).toEqual({ done: false, watched_share: 0, resume_at: 0 });
      // A player that still plays the former one.
      const path = `${of(course, material)}progress/`;
      const late = { file_id: before, resume_at: 33, watched: [[0, 10]] };
      expect((await student.client.post(path, late)).body).toEqual({ watched_share: 0, done: false });
      expect(await seen()).toEqual({ done: false, watched_share: 0, resume_at: 0 });
      const now = { file_id, resume_at: 9.5, watched: [[0, 9.5]] };
      expect((await student.client.post(path, now)).body).toEqual({ watched_share: 95, done: true });
      await again(100);
      expect(await seen()).toMatchObject({ done: true });
    },
  );

  test('reports of one student at once are all kept', async () => {
    const { passed, report } = await aVideo();
    await passed(10_000);
    await Promise.all(Array.from({ length: 10 }, (_, n) => report(n * 10, [n * 10, n * 10 + 10])));
    expect((await report(0)).body).toEqual({ watched_share: 100, done: true });
  });
});

test('a practice is done when it is passed, or when finished if told so', async () => {
  const course = await company.aCourse();
  const student = company.as('student');
  const finishedBadly = async (done_when: 'passed' | 'finished') => {
    const made = await company.as('owner').post(`${ofCourse(course)}/educational_material/`, {
      name: `P ${done_when}`,
      type: 'practice',
      done_when,
    });
    const { form_id } = made.body;
    const answers = [
      { title: 'yes', is_right_answer: true },
      { title: 'no', is_right_answer: false },
    ];
    await company
      .as('owner')
      .post('/course/update_questions/', { form_id, questions: [{ title: 'Q', answers }] });
    await company.as('owner').post(`${ofCourse(course)}/form/${form_id}/publish/`);
    const { finish } = await startAttempt(student, { form_id, questions: [] });
    await finish();
    return (await student.get(of(course, made.body.id))).body.done;
  };
  expect(await finishedBadly('passed')).toBe(false);
  expect(await finishedBadly('finished')).toBe(true);
});

interface Listed {
  id: number;
  locked: string | null;
  done: boolean;
}

const COUNT = 4;
const index = fc.nat(COUNT - 1);
const who = fc.nat(1);
const action = fc.oneof(
  fc.record({ type: fc.constant('view' as const), who, at: index }),
  fc.record({ type: fc.constant('finish' as const), who, at: index }),
  fc.record({ type: fc.constant('archive' as const), at: index, archived: fc.boolean() }),
  fc.record({
    type: fc.constant('reorder' as const),
    order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: COUNT }),
  }),
  fc.record({ type: fc.constant('unblock' as const), who, at: index }),
  fc.record({ type: fc.constant('clone' as const), at: index }),
  fc.record({
    type: fc.constant('terms' as const),
    at: index,
    next_access: fc.constantFrom('after_passing', 'after_viewing', 'free'),
  }),
);
type Action = typeof action extends fc.Arbitrary<infer Each> ? Each : never;

interface Chain {
  course: Course;
  students: readonly Person[];
  /** What each of them saw before. */
  seen: readonly (readonly Listed[])[];
  /** By id how a material lets on to the next. */
  terms: Map<number, string>;
  viewed: readonly Set<number>[];
  unblocked: readonly Set<number>[];
}

/** Does one thing to a course under chain access, and notes what it did. */
async function carryOut(
  step: Action,
  { course, students, seen, terms, viewed, unblocked }: Chain,
): Promise<void> {
  const { materials } = course;
  const owner = company.as('owner');
  switch (step.type) {
    case 'view':
    case 'finish': {
      const id = materials[step.at]!;
      const own = seen[step.who]!.find((each) => each.id === id);
      const { client } = students[step.who]!;
      const answer = await client.get(of(course, id));
      // What the page shows as open opens, and nothing else does.
      expect(answer.status).toBe(own === undefined ? 404 : own.locked === null ? 200 : 403);
      if (answer.status === 200) viewed[step.who]!.add(id);
      if (step.type === 'finish') {
        const finished = await client.post(`${of(course, id)}finish/`);
        expect(finished.status).toBe(answer.status === 200 ? 204 : answer.status);
      }
      break;
    }
    case 'archive':
      await owner.patch(of(course, materials[step.at]!), { archived: step.archived });
      break;
    case 'reorder':
      await owner.post(`${ofCourse(course)}/update_materials_sequence/`, {
        material_ids: step.order.map((at) => materials[at]),
      });
      break;
    case 'unblock': {
      const id = materials[step.at]!;
      const answer = await owner.post('/course/unblock_material/', {
        material_id: id,
        user_id: students[step.who]!.id,
      });
      if (answer.status === 204) unblocked[step.who]!.add(id);
      break;
    }
    case 'clone': {
      const original = materials[step.at]!;
      const { status, body } = await owner.post(`${of(course, original)}clone/`);
      expect(status).toBe(201);
      // A copy holds back as its original does.
      terms.set(body.id as number, terms.get(original) ?? 'after_passing');
      break;
    }
    case 'terms':
      await owner.patch(of(course, materials[step.at]!), { next_access: step.next_access });
      terms.set(materials[step.at]!, step.next_access);
  }
}

describe('under chain access', () => {
  const listed = async (student: Person, course: Course): Promise<Listed[]> =>
    (await student.client.get(`${ofCourse(course)}/`)).body.education_materials;
  const openOf = async (student: Person, course: Course) =>
    (await listed(student, course)).filter(({ locked }) => locked === null).map(({ id }) => id);

  test('a material opens the next after viewing, after passing, or at once', async () => {
    const student = await company.aPerson('student');
    const course = await company.aCourse({
      materials: 4,
      chain: true,
      group: await company.aGroup({ students: [student] }),
    });
    const [a, b, c, d] = course.materials as [number, number, number, number];
    const terms = (material: number, next_access: string) =>
      company.as('owner').patch(of(course, material), { next_access });
    await terms(b, 'after_viewing');
    await terms(c, 'free');
    expect(await openOf(student, course)).toEqual([a]);
    await student.client.get(of(course, a));
    expect(await openOf(student, course)).toEqual([a]);
    await student.client.post(`${of(course, a)}finish/`);
    expect(await openOf(student, course)).toEqual([a, b]);
    await student.client.get(of(course, b));
    expect(await openOf(student, course)).toEqual([a, b, c, d]);
  });

  test('what has no file yet closes nothing to whoever cannot do it, until the file is there', async () => {
    const student = await company.aPerson('student');
    const group = await company.aGroup({ students: [student] });
    for (const type of Object.keys(MAIN_EXTENSIONS)) {
      const course = await company.aCourse({ materials: 1, chain: true, group });
      const [read] = course.materials as [number];
      const empty = await aMaterial(company, course, type);
      const last = await aMaterial(company, course, 'theory');
      expect(await openOf(student, course)).toEqual([read]);
      await student.client.post(`${of(course, read)}finish/`);
      expect(await openOf(student, course)).toEqual([read, empty, last]);
      if (type !== 'pdf') continue;
      await uploaded(company, course, empty, { name: 'a.pdf', bytes: bytes('%PDF-1.7\n') });
      expect(await openOf(student, course)).toEqual([read, empty]);
    }
  });

  test('what nobody opened follows the order as it is now, there and back', async () => {
    const [opener, other] = [await company.aPerson('student'), await company.aPerson('student')];
    const group = await company.aGroup({ students: [opener, other] });
    const course = await company.aCourse({ materials: 1, chain: true, group });
    const exam = await company.anExam({ course });
    const [theory] = course.materials as [number];
    const reorder = (...material_ids: number[]) =>
      company.as('owner').post(`${ofCourse(course)}/update_materials_sequence/`, { material_ids });
    await reorder(exam.material_id, theory);
    expect(await openOf(other, course)).toEqual([exam.material_id]);
    await opener.client.get(of(course, exam.material_id));
    await reorder(theory, exam.material_id);
    expect(await openOf(opener, course)).toEqual([theory, exam.material_id]);
    expect(await openOf(other, course)).toEqual([theory]);
  });

  test('one is opened for one student, and who did it and when is kept', async () => {
    const [student, other] = [await company.aPerson('student'), await company.aPerson('student')];
    const course = await company.aCourse({
      materials: 3,
      chain: true,
      group: await company.aGroup({ students: [student, other] }),
    });
    const [a, , c] = course.materials as [number, number, number];
    const trainer = company.as('trainer');
    expect(
      (await trainer.post('/course/unblock_material/', { material_id: c, user_id: student.id })).status,
    ).toBe(204);
    expect(await openOf(student, course)).toEqual([a, c]);
    expect(await openOf(other, course)).toEqual([a]);
    expect((await student.client.get(of(course, c))).status).toBe(200);
    expect((await other.client.get(of(course, c))).status).toBe(403);
    const { results } = (await trainer.get(`${ofCourse(course)}/student_materials/${student.id}/`)).body;
    expect(
      results.map((row: Record<string, { id: number } | null>) => [
        row.opened_by?.id ?? null,
        row.unblocked !== null,
      ]),
    ).toEqual([
      [null, false],
      [a, false],
      [null, true],
    ]);
    expect(results[2].unblocked.by.id).toBe(company.people.trainer.id);
    const [entry] = await asSystem<{ author_id: number; action: string }>([
      `select author_id, action from history where company_id = $1 and object_model = 'material' and object_id = $2 and action = 'add'`,
      [company.id, c],
    ]);
    expect(entry).toEqual({ author_id: company.people.trainer.id, action: 'add' });
  });

  test('a student who began is counted by what they have, whatever is archived since', async () => {
    const [before, after] = [await company.aPerson('student'), await company.aPerson('student')];
    const course = await company.aCourse({
      materials: 2,
      chain: true,
      group: await company.aGroup({ students: [before, after] }),
    });
    const [a, b] = course.materials as [number, number];
    await before.client.get(of(course, a));
    await company.as('owner').patch(of(course, a), { archived: true });
    expect(await openOf(before, course)).toEqual([a]);
    expect(await openOf(after, course)).toEqual([b]);
  });

  // No sequence of views, passes, archivings, reorderings, clones and unblocks opens anything but what was opened or unblocked
  // before, and what the present order allows (§4, decisions "Material access").
  test(
    'open is what was opened or unblocked once and what the order allows, in whatever order things happen',
    { timeout: 120_000 },
    async () => {
      const never = fc.assert(
        fc.asyncProperty(fc.array(action, { minLength: 6, maxLength: 14 }), async (actions) => {
          const students = [await company.aPerson('student'), await company.aPerson('student')];
          const course = await company.aCourse({
            materials: COUNT,
            chain: true,
            group: await company.aGroup({ students }),
          });
          const terms = new Map<number, string>();
          const viewed = students.map(() => new Set<number>());
          const unblocked = students.map(() => new Set<number>());
          let seen = await Promise.all(students.map((student) => listed(student, course)));
          for (const step of actions) {
            await carryOut(step, { course, students, seen, terms, viewed, unblocked });
            seen = await Promise.all(students.map((student) => listed(student, course)));
            for (const [n, list] of seen.entries()) {
              const holdsBack = ({ id, done }: Listed) => {
                const rule = terms.get(id) ?? 'after_passing';
                return rule === 'free' ? false : rule === 'after_viewing' ? !viewed[n]!.has(id) : !done;
              };
              for (const [place, { id, locked }] of list.entries()) {
                const allowed = !list.slice(0, place).some(holdsBack);
                const open = allowed || viewed[n]!.has(id) || unblocked[n]!.has(id);
                expect({ step, id, open: locked === null }).toEqual({ step, id, open });
              }
            }
          }
        }),
        { numRuns: 25 },
      );
      await expect(never).resolves.toBeUndefined();
    },
  );
});
