import { beforeAll, describe, expect, test } from 'vitest';
import { startAttempt } from '../../../factories/attempt.ts';
import { type Company, unique } from '../../../factories/company.ts';
import { answerOf } from '../../../factories/world.ts';
import { aCompany, world } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

const FIRST = { id: 1, title: 'Safety', introduction: 'Read first.' };
const SECOND = { id: 2, title: 'Rules', introduction: '' };

const aQuestion = (title: string, section?: number, score = 1) => ({
  title,
  section,
  score,
  answers: [
    { title: 'right', is_right_answer: true },
    { title: 'wrong', is_right_answer: false },
  ],
});

/** An exam whose questions are listed otherwise than its sections stand. */
async function anExam(settings: object = {}, more: { draws?: object[]; questions?: object[] } = {}) {
  const student = await company.aPerson('student');
  const course = await company.aCourse({ group: await company.aGroup({ students: [student] }) });
  const { draws = [], questions = ['r1:2', 's1:1', 'r2:2', 's2:1'].map(named) } = more;
  const given = { sections: [FIRST, SECOND], draws, passing_score: 1, ...settings };
  const exam = await company.anExam({ course, settings: given, questions });
  const path = `/course/course/${course.id}/form/${exam.form_id}/`;
  return { ...exam, student, path };
}

const named = (text: string) => aQuestion(text.split(':')[0]!, Number(text.split(':')[1]));
const titles = (questions: readonly { title: string }[]) => questions.map(({ title }) => title);

async function aFolder(names: readonly string[]) {
  const owner = company.as('owner');
  const { body } = await owner.post('/bank/folders/', { name: unique('Folder') });
  for (const name of names) {
    const { section: _section, ...question } = aQuestion(name);
    await owner.post(
      '/bank/questions/',
      { folder_id: body.id, tags: [], question },
      { 'Idempotency-Key': unique('key') },
    );
  }
  return body.id as number;
}

describe('a test with sections', () => {
  test('asks section by section, with titles and introductions, and draws stand in theirs', async () => {
    const folder_id = await aFolder(['drawn']);
    const exam = await anExam({}, { draws: [{ count: 1, folder_id, section: 1, position: 1000 }] });
    const { body } = await startAttempt(exam.student.client, exam);
    expect(titles(body.questions)).toEqual(['s1', 's2', 'drawn', 'r1', 'r2']);
    const ids = body.questions.map(({ id }: { id: number }) => id);
    expect(body.paper.sections).toEqual([
      { title: 'Safety', introduction: 'Read first.', question_ids: ids.slice(0, 3) },
      { title: 'Rules', introduction: '', question_ids: ids.slice(3) },
    ]);
    const preview = await company.as('owner').post(`${exam.path}preview/`, { seed: 1 });
    expect(preview.body.sections.map(({ title }: { title: string }) => title)).toEqual(['Safety', 'Rules']);
  });

  test('shuffles within a section', async () => {
    const own = Array.from({ length: 12 }, (_, at) => aQuestion(`${at}`, at < 6 ? 1 : 2));
    const exam = await anExam({ shuffle_questions: true }, { questions: own });
    const { body } = await startAttempt(exam.student.client, exam);
    const order: number[] = body.questions.map(({ title }: { title: string }) => Number(title));
    expect(order.slice(0, 6).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(order).not.toEqual(order.toSorted((a, b) => a - b));
  });

  test('keeps a question where it is when nothing is said of it, and in the last section when it is unknown', async () => {
    const exam = await anExam();
    const owner = company.as('owner');
    const { body: draft } = await owner.get(exam.path);
    expect(draft.questions.map(({ title, section }: Record<string, unknown>) => [title, section])).toEqual([
      ['s1', 1],
      ['s2', 1],
      ['r1', 2],
      ['r2', 2],
    ]);
    expect(draft.has_unpublished_changes).toBe(false);
    const sent = draft.questions.map(({ id, title, answers }: Record<string, unknown>) => ({
      id,
      title,
      answers,
    }));
    const saved = await owner.post('/course/update_questions/', {
      form_id: exam.form_id,
      questions: [...sent, { ...aQuestion('new'), section: undefined }, aQuestion('gone', 7)],
    });
    expect(saved.status).toBe(200);
    expect(saved.body.questions.map(({ section }: { section: number }) => section)).toEqual([
      1, 1, 2, 2, 2, 2,
    ]);
    // A test without sections knows nothing of them.
    await owner.patch(exam.path, { sections: [] });
    const { body } = await owner.get(exam.path);
    expect(body.questions.some((question: object) => 'section' in question)).toBe(false);
    expect((await owner.patch(exam.path, { sections: [FIRST, { ...SECOND, id: 1 }] })).status).toBe(400);
  });

  test('freezes its sections into the version, and says that they are not published yet', async () => {
    const exam = await anExam();
    const owner = company.as('owner');
    await owner.patch(exam.path, { sections: [SECOND, { ...FIRST, title: 'Renamed' }] });
    expect((await owner.get(exam.path)).body.has_unpublished_changes).toBe(true);
    expect((await owner.get(`${exam.path}publish/`)).body.settings).toEqual(['sections']);
    const before = await startAttempt(exam.student.client, exam);
    expect(titles(before.body.paper.sections)).toEqual(['Safety', 'Rules']);
    await before.finish([]);
    await owner.post(`${exam.path}publish/`);
    const after = await startAttempt(exam.student.client, exam);
    expect(titles(after.body.paper.sections)).toEqual(['Rules', 'Renamed']);
    expect(titles(after.body.questions)).toEqual(['r1', 'r2', 's1', 's2']);
  });
});

describe('a section on a page', () => {
  test('is left for good with all of its questions, and with those before it', async () => {
    const exam = await anExam({ pages: 'section', may_go_back: false });
    const { body, call, save } = await startAttempt(exam.student.client, exam);
    expect(body.paper).toMatchObject({ pages: 'section', one_way: true });
    const [s1, s2, r1] = body.questions as { id: number; answers: { id: number }[] }[];
    const answer = (asked: typeof s1, at: number, seq: number) => ({
      question_id: asked!.id,
      answer_ids: [asked!.answers[at]!.id],
      seq,
    });
    await call('save', { answers: [answer(s2, 0, 1)], closed: [s1!.id] });
    expect((await save([answer(s2, 1, 2), answer(r1, 0, 1)])).status).toBe(200);
    const again = await startAttempt(exam.student.client, exam, { take_over: true });
    expect(again.body.paper.closed).toEqual([s1!.id, s2!.id].toSorted((a, b) => a - b));
    const kept = again.body.saved.toSorted(
      (a: { question_id: number }, b: { question_id: number }) => a.question_id - b.question_id,
    );
    expect(kept).toEqual(
      [answer(s2, 0, 1), answer(r1, 0, 1)].toSorted((a, b) => a.question_id - b.question_id),
    );
  });

  test('is gone back to where the form lets one', async () => {
    const exam = await anExam({ pages: 'section' });
    const { body, call } = await startAttempt(exam.student.client, exam);
    await call('save', { closed: [body.questions[0].id] });
    const again = await startAttempt(exam.student.client, exam, { take_over: true });
    expect(again.body.paper).toMatchObject({ pages: 'section', one_way: false, closed: [] });
    const told = await exam.student.client.get(`/course/form_introduction/${exam.form_id}/`);
    expect(told.body.start_terms).toMatchObject({ by_section: true, one_way: false });
  });
});

describe('a result by sections', () => {
  const answered = (questions: { id: number; title: string; answers: { id: number; title: string }[] }[]) =>
    questions
      .filter(({ title }) => title !== 'r2')
      .map(({ id, answers }) => ({
        question_id: id,
        seq: 1,
        answer_ids: [answers.find(({ title }) => title === 'right')!.id],
      }));

  test('has a line for each where points are shown, for the student and for staff', async () => {
    const exam = await anExam();
    const attempt = await startAttempt(exam.student.client, exam);
    await attempt.finish(answered(attempt.body.questions));
    const path = `/course/student_passed_form/${attempt.attempt_id}/`;
    const lines = (body: { sections: Record<string, unknown>[] }) =>
      body.sections.map(({ title, score, maximum }) => [title, score, maximum]);
    const expected = [
      ['Safety', 2, 2],
      ['Rules', 1, 2],
    ];
    expect(lines((await exam.student.client.get(path)).body)).toEqual(expected);
    expect(lines((await company.as('owner').get(path)).body)).toEqual(expected);
    const hidden = await anExam({ show_points_for_answers: false });
    const other = await startAttempt(hidden.student.client, hidden);
    await other.finish([]);
    const told = await hidden.student.client.get(`/course/student_passed_form/${other.attempt_id}/`);
    expect(told.body.score).toBe(0);
    expect(told.body).not.toHaveProperty('sections');
  });

  test('comes to an average for each section, whatever was drawn', async () => {
    const folder_id = await aFolder(['d1', 'd2', 'd3']);
    const exam = await anExam({}, { draws: [{ count: 1, folder_id, section: 1, score: 2, position: 0 }] });
    const attempt = await startAttempt(exam.student.client, exam);
    await attempt.finish(answered(attempt.body.questions));
    const { body } = await company.as('owner').get(`${exam.path}question_statistic/`);
    expect(body.sections).toEqual([
      { title: 'Safety', questions: 3, average: 4, maximum: 4, average_percent: 100 },
      { title: 'Rules', questions: 2, average: 1, maximum: 2, average_percent: 50 },
    ]);
  });
});

test('a copy of a test has its sections, published and in the draft', async () => {
  const exam = await anExam();
  const owner = company.as('owner');
  const at = `/course/course/${exam.course.id}/educational_material`;
  const { body: copy } = await owner.post(`${at}/${exam.material_id}/clone/`);
  const { body: material } = await owner.get(`${at}/${copy.id}/`);
  const { body } = await owner.get(`/course/course/${exam.course.id}/form/${material.form_id}/`);
  expect(body.sections).toEqual([FIRST, SECOND]);
  expect(body.questions.map(({ section }: { section: number }) => section)).toEqual([1, 1, 2, 2]);
  expect(body.has_unpublished_changes).toBe(false);
});

test('a file brings its sections along, into those of the same name or behind them', async () => {
  const exam = await anExam();
  const owner = company.as('owner');
  const gift = ['$CATEGORY: $course$/top/Rules', 'r3 {=a ~b}', '$CATEGORY: top/New', 's3 {=a ~b}'].join(
    '\n\n',
  );
  const send = async (path: string, dry_run: boolean) =>
    answerOf(
      await world.fetch(`/api/v1${path}import_questions/?format=gift&dry_run=${dry_run}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/octet-stream' },
        body: gift,
      }),
    );
  const { body: read } = await send(exam.path, true);
  expect(read.rows.map(({ title, section }: Record<string, string>) => [title, section])).toEqual([
    ['r3', 'Rules'],
    ['s3', 'New'],
  ]);
  await send(exam.path, false);
  const { body } = await owner.get(exam.path);
  expect(body.sections).toEqual([FIRST, SECOND, { id: 3, title: 'New', introduction: '' }]);
  expect(titles(body.questions)).toEqual(['s1', 's2', 'r1', 'r2', 'r3', 's3']);
  // What was there without sections is one of its own, without a name.
  const plain = await anExam({ sections: [] });
  await send(plain.path, false);
  const { body: parted } = await owner.get(plain.path);
  expect(titles(parted.sections)).toEqual(['', 'Rules', 'New']);
  expect(titles(parted.questions)).toEqual(['r1', 's1', 'r2', 's2', 'r3', 's3']);
});
