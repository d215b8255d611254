import { beforeAll, expect, test } from 'vitest';
import { startAttempt } from '../../../factories/attempt.ts';
import type { Company } from '../../../factories/company.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';

let company: Company;
beforeAll(async () => {
  company = await aCompany();
});

async function aRunning(settings: Record<string, unknown> = {}) {
  const student = await company.aPerson('student');
  const group = await company.aGroup({ students: [student] });
  const exam = await company.anExam({ course: await company.aCourse({ group }), settings });
  const attempt = await startAttempt(student.client, exam);
  const answer = (place: number, chosen: number, seq: number) => ({
    question_id: exam.questions[place]!.id,
    answer_ids: [exam.questions[place]!.answers[chosen]!.id],
    seq,
  });
  const again = () => startAttempt(student.client, exam, { take_over: true });
  return { student, exam, attempt, answer, again, ids: exam.questions.map(({ id }) => id) };
}

test('marks are kept with the attempt, for whatever device goes on with it', async () => {
  const { attempt, answer, again, ids } = await aRunning();
  expect(attempt.body.paper).toEqual({ pages: 'all', one_way: false, sections: [], marked: [], closed: [] });
  await attempt.call('save', { answers: [answer(0, 0, 1)], marked: [ids[1]] });
  // A save that says nothing of marks leaves them.
  await attempt.save([answer(1, 0, 1)]);
  const { body, call } = await again();
  expect(body.paper.marked).toEqual([ids[1]]);
  // The tab that has lost it keeps nothing any more.
  expect((await attempt.call('save', { marked: [] })).body).toMatchObject({ code: 'attempt_taken_over' });
  await call('save', { marked: [] });
  expect((await again()).body.paper.marked).toEqual([]);
});

test('what a crowd saves together keeps each one’s own marks', async () => {
  const running = [await aRunning(), await aRunning()];
  const saves = running.map(async ({ student, attempt, ids }, place) => {
    const [session] = await asSystem<{ id: number }>([
      'select id from sessions where user_id = $1',
      [student.id],
    ]);
    const { attempt_id, holder } = attempt;
    const marked = [ids[place]];
    const answers: object[] = [];
    return {
      place,
      session_id: session!.id,
      company_id: company.id,
      attempt_id,
      holder,
      event: 'save',
      answers,
      marked,
    };
  });
  await asSystem(['select * from save_attempts($1)', [JSON.stringify(await Promise.all(saves))]]);
  for (const [place, { again, ids }] of running.entries())
    expect((await again()).body.paper.marked).toEqual([ids[place]]);
});

test('where there is no going back, an answer to what was left stays as it is', async () => {
  const { attempt, answer, again, ids, exam } = await aRunning({ pages: 'one', may_go_back: false });
  expect(attempt.body.paper).toMatchObject({ pages: 'one', one_way: true });
  await attempt.call('save', { answers: [answer(0, 0, 1)], closed: [ids[0]] });
  const { body, save } = await again();
  expect(body.paper.closed).toEqual([ids[0]]);
  expect((await save([answer(0, 1, 2), answer(1, 0, 1)])).status).toBe(200);
  expect((await again()).body.saved).toEqual(
    expect.arrayContaining([
      { ...answer(0, 0, 1), seq: 1 },
      { ...answer(1, 0, 1), seq: 1 },
    ]),
  );
  const last = await again();
  await last.finish([answer(0, 1, 9)]);
  const [stored] = await asSystem<{ answer_ids: number[] }>([
    'select answer_ids from attempt_answers where attempt_id = $1 and question_id = $2',
    [attempt.attempt_id, exam.questions[0]!.id],
  ]);
  expect(stored!.answer_ids).toEqual(answer(0, 0, 1).answer_ids);
});

test('where one may go back, nothing is left for good', async () => {
  const { attempt, answer, again, ids } = await aRunning({ pages: 'one' });
  await attempt.call('save', { answers: [answer(0, 0, 1)], closed: [ids[0]] });
  await attempt.save([answer(0, 1, 2)]);
  const { body } = await again();
  expect(body.paper).toEqual({ pages: 'one', one_way: false, sections: [], marked: [], closed: [] });
  expect(body.saved).toEqual([{ ...answer(0, 1, 2), seq: 2 }]);
});
