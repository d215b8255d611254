import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { answersOf, startAttempt } from '../../../factories/attempt.ts';
import type { Company } from '../../../factories/company.ts';
import { mailTo, sentMails } from '../../../support/api/accounts.ts';
import { aCompany, asSystem } from '../../../support/api/world.ts';
import { Db } from '../../../../worker/platform/database/database.ts';
import { mailResults } from '../../../../worker/exams/results/service-mails.ts';

type Exam = Awaited<ReturnType<Company['anExam']>>;

const REASON = 'The key was wrong';

/** A student whose published results are to change, and who changes them. */
async function aTaker(settings: Record<string, unknown> = {}, questions?: readonly object[]) {
  const company = await aCompany();
  const exam = await company.anExam({
    settings: { attempt_limit: null, show_points_for_answers: true, ...settings },
    ...(questions && { questions }),
  });
  const { student, trainer } = company.people;
  await asSystem([`update users set language = 'en' where id = $1`, [student.id]]);
  const form = `/course/course/${exam.course.id}/form/${exam.form_id}`;
  const attempts = async (): Promise<{ repaired: boolean }[]> =>
    (await trainer.client.get(`${form}/attempts/`)).body.results;
  return {
    exam,
    student,
    trainer,
    attempts,
    take: async (answers: object[] = answersOf(exam.questions)) => {
      const attempt = await startAttempt(student.client, exam);
      await attempt.finish(answers);
      return attempt.attempt_id;
    },
    repair: async (changes: object[]): Promise<number> =>
      (await trainer.client.post(`${form}/repairs/`, { changes, only_raise: false, reason: REASON })).body.id,
    undo: (id: number) => trainer.client.post(`${form}/repairs/${id}/undo/`),
    resultOf: async (id: number) => (await student.client.get(`/course/student_passed_form/${id}/`)).body,
    told: async (): Promise<{ event: string; before: number; after: number }[]> =>
      (await student.client.get('/notifications/?kinds=result')).body.results.map(
        ({ params: { event, before, after } }: { params: Record<string, unknown> }) => ({
          event,
          before,
          after,
        }),
      ),
    mailed: async () => {
      await asSystem([
        `update result_mails w set due_at = now() from attempts t where t.id = w.attempt_id and t.form_id = $1`,
        [exam.form_id],
      ]);
      await mailResults(env, new Db(env));
    },
  };
}

const annulled = (exam: Exam, index: number) => ({ question_id: exam.questions[index]!.id, annulled: true });
const swapped = (exam: Exam, index: number) => ({
  question_id: exam.questions[index]!.id,
  right_answer_ids: exam.questions[index]!.answers.flatMap((each) => (each.is_right_answer ? [] : each.id)),
});

describe('a result that a repair of the key has changed', () => {
  test('says what it was, which questions it is about and why, until the repair is undone', async () => {
    const { exam, take, repair, undo, resultOf, attempts } = await aTaker();
    const id = await take();
    const before = await resultOf(id);
    expect(before.recounted).toBeNull();
    const made = await repair([swapped(exam, 0)]);
    const after = await resultOf(id);
    expect(after.percent).toBeLessThan(before.percent);
    expect(after.recounted).toMatchObject({
      by: 'key',
      before: { score: before.score, max_score: before.max_score, percent: before.percent },
      question_ids: [exam.questions[0]!.id],
      reasons: [REASON],
    });
    expect((await attempts()).map(({ repaired }) => repaired)).toEqual([true]);
    await undo(made);
    expect((await resultOf(id)).recounted).toBeNull();
    expect((await attempts()).map(({ repaired }) => repaired)).toEqual([false]);
  });

  test('names no question of which the form tells nothing but that one counts no more', async () => {
    const { exam, take, repair, resultOf } = await aTaker({
      show_points_for_answers: false,
      show_uncounted_answers: false,
      show_right_answers: false,
    });
    const id = await take();
    await repair([swapped(exam, 0), annulled(exam, 1)]);
    expect((await resultOf(id)).recounted.question_ids).toEqual([exam.questions[1]!.id]);
  });

  test('is told once for all attempts of a person, by its last state, and not where it is as before', async () => {
    const { exam, student, take, repair, undo, told, mailed } = await aTaker();
    await take();
    await take();
    const first = await repair([swapped(exam, 0)]);
    const [notice, ...more] = await told();
    expect(more).toEqual([]);
    expect(notice!.event).toBe('regraded');
    await undo(first);
    expect(await told()).toEqual([]);
    await mailed();
    expect(await sentMails(student.email)).toEqual([]);
    await repair([swapped(exam, 0)]);
    const second = await repair([swapped(exam, 1)]);
    const [last, ...none] = await told();
    expect(none).toEqual([]);
    expect(last!.before).toBe(notice!.before);
    expect(last!.after).toBeLessThan(notice!.after);
    await mailed();
    const mail = await mailTo(student.email, /Your result has changed/);
    expect(mail.text).toContain(`It was ${last!.before}% and is ${last!.after}% now.`);
    expect(mail.text).toContain(`Reason: ${REASON}`);
    expect(await sentMails(student.email)).toHaveLength(1);
    // Who has read it is told again.
    await asSystem(['update notifications set read_at = now() where user_id = $1', [student.id]]);
    await undo(second);
    expect(await told()).toEqual([{ event: 'regraded', before: last!.after, after: notice!.after }, last]);
  });
});

describe('a result whose mark was changed', () => {
  const ESSAY = { title: 'Describe it.', type: 'essay', score: 10, required: true, answers: [] };

  test('is told as such, and as ready when the first mark had published it', async () => {
    const { exam, student, trainer, take, resultOf, told, mailed } = await aTaker({}, [ESSAY]);
    const question_id = exam.questions[0]!.id;
    const id = await take([{ question_id, response: 'Words', seq: 1 }]);
    const mark = (score: number) =>
      trainer.client.post(`/course/student_passed_form/${id}/marks/`, { question_id, score });
    await mark(8);
    expect((await told()).map(({ event }) => event)).toEqual(['ready']);
    await mailed();
    expect((await mailTo(student.email, /Your result is ready/)).text).not.toContain('published');
    await mark(6);
    expect(await told()).toContainEqual({ event: 'remarked', before: 80, after: 60 });
    expect((await resultOf(id)).recounted).toMatchObject({
      by: 'mark',
      before: { percent: 80 },
      question_ids: [question_id],
      reasons: [],
    });
    await mailed();
    const mail = await mailTo(student.email, /Your mark has changed/);
    expect(mail.text).toContain('It was 80% and is 60% now.');
    expect(mail.text).not.toContain('corrected');
    await mark(6);
    expect(await told()).toHaveLength(2);
  });

  test('is remembered while it waits again, and told as changed to whom it was told before', async () => {
    const { exam, student, trainer, take, resultOf, told, mailed } = await aTaker({}, [ESSAY]);
    const question_id = exam.questions[0]!.id;
    const id = await take([{ question_id, response: 'Words', seq: 1 }]);
    const marks = `/course/student_passed_form/${id}/marks/`;
    const mark = async (score: number): Promise<number> =>
      (await trainer.client.post(marks, { question_id, score })).body.id;
    const takeBack = (given: number) => trainer.client.post(`${marks}${given}/undo/`);
    await takeBack(await mark(9));
    expect(await told()).toEqual([]);
    const given = await mark(8);
    expect((await told()).map(({ event }) => event)).toEqual(['ready']);
    await mailed();
    await takeBack(given);
    expect(await resultOf(id)).toMatchObject({ published: false, recounted: null });
    await mark(6);
    expect((await told()).map(({ event }) => event).toSorted()).toEqual(['ready', 'remarked']);
    expect(await told()).toContainEqual({ event: 'remarked', before: 80, after: 60 });
    expect((await resultOf(id)).recounted).toMatchObject({ by: 'mark', before: { percent: 90 } });
    await mailed();
    await mailTo(student.email, /Your mark has changed/);
    expect(await sentMails(student.email)).toHaveLength(2);
  });
});
