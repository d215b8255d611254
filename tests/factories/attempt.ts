import type { ExamQuestion } from './company.ts';
import type { Client } from './world.ts';

/** What of an exam has to be known to take it. */
interface Taken {
  form_id: number;
  questions: readonly ExamQuestion[];
}

/** Answers as the taking screen sends them: the first `right` questions rightly, each other with one wrong answer. */
export function answersOf(questions: readonly ExamQuestion[], right = questions.length, seq = 1) {
  return questions.map(({ id, answers }, index) => ({
    question_id: id,
    answer_ids:
      index < right
        ? answers.filter((answer) => answer.is_right_answer).map((answer) => answer.id)
        : [answers.find((answer) => !answer.is_right_answer)!.id],
    seq,
  }));
}

/** Starts an attempt. `more` goes along with the form, as `take_over` does. */
export async function startAttempt(client: Client, exam: Taken, more: object = {}) {
  const started = await client.post('/course/start_form_passing/', { form_id: exam.form_id, ...more });
  if (started.status !== 201) throw new Error(`attempt not started: ${started.text}`);
  const { body } = started;
  const held = { attempt_id: body.attempt_id as number, holder: body.holder as string };
  const call = (event: 'save' | 'heartbeat' | 'close', given: object = {}) =>
    client.post('/course/student_passed_form/', { ...held, event, ...given });
  return {
    ...held,
    /** As it was answered. */
    body,
    call,
    save: (answers: readonly unknown[]) => call('save', { answers }),
    /** Hands in, all right unless told. */
    finish: (answers: readonly unknown[] = answersOf(exam.questions)) =>
      client.post('/course/send_student_answers/', { ...held, answers }),
  };
}

/**
 * Takes an exam once, and ends it by hand.
 * @returns the id of the attempt
 */
export async function takeExam(client: Client, exam: Taken, right?: number): Promise<number> {
  const attempt = await startAttempt(client, exam);
  const finished = await attempt.finish(answersOf(exam.questions, right));
  if (finished.status !== 200) throw new Error(`attempt not finished: ${finished.text}`);
  return attempt.attempt_id;
}
