import { sql } from 'drizzle-orm';
import { AppError } from '../../errors/app-error.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { BodyOf, ResponseOf } from '../../platform/contract.ts';
import { json, statement, type Db } from '../../platform/database.ts';
import { hmac, sha256 } from '../../platform/hash.ts';
import { shuffled } from './attempt.ts';
import type * as contract from './contract.ts';
import { scheduleEnd } from './exam-clock.ts';
import { illustrated, type Illustrated } from './queries-files.ts';
import { SaveQueue } from './save-queue.ts';

type Started = ResponseOf<typeof contract.startFormPassing>;
type Finished = ResponseOf<typeof contract.sendStudentAnswers>;

/** What is asked, and what gives the order. */
export interface Paper {
  id: number;
  seed: number;
  settings: { shuffle_questions: boolean; shuffle_answers: boolean };
  questions: (Omit<Started['questions'][number], keyof Illustrated> & Illustrated)[];
}

interface StartedRow extends Paper {
  holder: string;
  server_time: Date;
  started_at: Date;
  deadline: Date;
  due_at: Date;
  settings: Paper['settings'] & { name: string; disable_autosave_for_all_respondents: boolean };
  saved: Started['saved'];
}

/**
 * Starts an attempt, or with `take_over` continues the running one in this tab (§4). One round trip.
 * Errors: blocked_in_course, attempts_exhausted, test_already_started with the attempt's id, material_locked, not_found.
 */
export async function startAttempt(
  env: Env,
  db: Db,
  scope: Scope,
  { form_id, take_over = false, holder: before = '' }: BodyOf<typeof contract.startFormPassing>,
): Promise<Started> {
  const holder = crypto.randomUUID();
  const seed = crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1;
  const [, [row]] = await db.run(
    { ...scope, idempotency: null },
    statement(
      sql`select refuse_blocked(null, ${form_id}), start_attempt(${form_id}, ${holder}, ${seed}, ${take_over}, ${before})`,
    ),
    statement<StartedRow>(sql`
      select a.id, a.holder, a.seed, app_now() as server_time, a.started_at, a.deadline, a.due_at, v.settings, v.questions,
             coalesce((select jsonb_agg(jsonb_build_object('question_id', s.question_id, 'answer_ids', s.answer_ids, 'seq', s.seq))
               from attempt_answers s where s.company_id = a.company_id and s.attempt_id = a.id), '[]') as saved
        from attempts a join form_versions v on v.company_id = a.company_id and v.id = a.form_version_id
        where a.company_id = ${scope.company_id} and a.user_id = ${scope.user_id} and a.form_id = ${form_id}
          and a.status = 'running'`),
  );
  await scheduleEnd(env, row!.due_at);
  return {
    attempt_id: row!.id,
    holder: row!.holder,
    server_time: row!.server_time.toISOString(),
    started_at: row!.started_at.toISOString(),
    deadline: row!.deadline.toISOString(),
    form_name: row!.settings.name,
    forbid_copying: row!.settings.disable_autosave_for_all_respondents,
    questions: askedQuestions(env, scope, row!),
    saved: row!.saved,
  };
}

/**
 * The questions as asked: in the attempt's own order, and without anything that tells a right answer. The order comes
 * from a key of the server's, for each list anew: whoever knows one of them learns nothing of another.
 */
export function askedQuestions(
  env: Env,
  scope: Scope,
  { id: attempt_id, settings, seed, questions }: Paper,
): Started['questions'] {
  const rankIn = (list: number) => (id: number) =>
    hmac(`shuffle ${attempt_id} ${seed} ${list} ${id}`, env.JWT_SECRET);
  const ordered = settings.shuffle_questions ? shuffled(questions, rankIn(0)) : questions;
  return ordered.map(({ id, title, required, multiple_right_answers, answers, ...shown }) => ({
    id,
    title,
    required,
    multiple_right_answers,
    ...illustrated(env, scope, shown),
    answers: (settings.shuffle_answers ? shuffled(answers, rankIn(id)) : answers).map((answer) => ({
      id: answer.id,
      title: answer.title,
    })),
  }));
}

interface Saved {
  server_time: Date;
  deadline: Date;
  due_at: Date;
  status: number;
  saved_at: Date | null;
  outcome: 'running' | 'over';
}

interface Save {
  scope: Scope;
  body: BodyOf<typeof contract.studentPassedForm>;
}

const saves = new SaveQueue<Save, Saved>();

/**
 * Saves answers, keeps the attempt alive, or notes that its page closes. One round trip, in a crowd shared with others.
 * Errors: blocked_in_course, time_is_over for answers after the end, attempt_taken_over, not_found, invalid_choice.
 */
export async function saveAttempt(
  env: Env,
  db: Db,
  scope: Scope,
  body: BodyOf<typeof contract.studentPassedForm>,
  later: (work: Promise<unknown>) => void,
) {
  const saving = saves.save(
    scope.company_id,
    { scope, body },
    { alone: (save) => saveAlone(db, save), together: (several) => saveTogether(db, several) },
  );
  // Others may depend on it, whether its sender stays to hear of it or not.
  later(saving.catch(() => {}));
  const { server_time, deadline, due_at, status, saved_at, outcome } = await saving;
  if (outcome === 'over' && body.answers?.length) throw new AppError('time_is_over');
  if (body.event === 'close' && outcome === 'running') later(scheduleEnd(env, due_at));
  return {
    server_time: server_time.toISOString(),
    deadline: deadline.toISOString(),
    status,
    saved_at: saved_at?.toISOString() ?? null,
  };
}

async function saveAlone(db: Db, { scope, body }: Save): Promise<Saved> {
  const { attempt_id, holder, event, answers = [], events = [] } = body;
  const [[saved]] = await db.run(
    scope,
    statement<Saved>(
      sql`select ${refuseBlocked(attempt_id)}, s.* from save_attempt(${attempt_id}, ${holder}, ${event}, ${json(answers)},
        ${events.length ? json(events) : sql`null`}) s`,
    ),
  );
  return saved!;
}

async function saveTogether(db: Db, several: readonly Save[]): Promise<(Saved | undefined)[]> {
  const rows = several.map(({ scope: { session_id, company_id }, body }, place) => ({
    place,
    session_id,
    company_id,
    ...body,
  }));
  const [saved] = await db.system(
    statement<Saved & { place: number }>(sql`select * from save_attempts(${json(rows)})`),
  );
  const byPlace = new Map(saved.map((one) => [one.place, one]));
  return several.map((_, place) => byPlace.get(place));
}

/**
 * Finishes an attempt by hand and answers with a receipt; repeating it gives the same receipt. One round trip.
 * Errors: blocked_in_course, required_question_unanswered with the questions (the answers sent are kept),
 * attempt_taken_over, not_found.
 */
export async function finishAttempt(
  db: Db,
  scope: Scope,
  { attempt_id, holder, answers }: BodyOf<typeof contract.sendStudentAnswers>,
): Promise<Finished> {
  const [[finished], [row]] = await db.run(
    { ...scope, idempotency: null },
    statement<{ outcome: string }>(
      sql`select ${refuseBlocked(attempt_id)}, finish_attempt(${attempt_id}, ${holder}, ${json(answers)}) as outcome`,
    ),
    statement<{
      finished_at: Date | null;
      answers: [number, number[]][] | null;
      status: number;
      shown: boolean;
      passed: boolean;
      score: number;
      percent: number;
      ects: string;
      can_download_certificate: boolean;
      unanswered: number[];
    }>(sql`
      select t.finished_at, a.status, case when t.status = 'running' then unanswered_required(t) end as unanswered,
             t.result_published_at is not null as shown, g.passed, g.ects,
             has_certificate(m.course_id, t.user_id, t.form_id) as can_download_certificate,
             g.score::float8 as score, g.percent::float8 as percent,
             (select jsonb_agg(jsonb_build_array(s.question_id, s.answer_ids) order by s.question_id) from attempt_answers s
                where s.company_id = t.company_id and s.attempt_id = t.id) as answers
        from attempts t
        join assignments a on a.company_id = t.company_id and a.id = t.assignment_id
        join forms f on f.company_id = t.company_id and f.id = t.form_id
        join materials m on m.company_id = f.company_id and m.id = f.material_id
        left join results g on g.company_id = t.company_id and g.attempt_id = t.id
        where t.company_id = ${scope.company_id} and t.user_id = ${scope.user_id} and t.id = ${attempt_id}`),
  );
  if (finished!.outcome === 'required_question_unanswered')
    throw new AppError('required_question_unanswered', { extra: { question_ids: row!.unanswered } });
  const stored = row!.answers ?? [];
  return {
    receipt: {
      finished_at: row!.finished_at!.toISOString(),
      answers: stored.filter(([, chosen]) => chosen.length).length,
      checksum: sha256(JSON.stringify([attempt_id, stored])).slice(0, 12),
    },
    status: row!.status,
    ...(row!.shown
      ? { passed_successfully: row!.passed, score: row!.score, percent: row!.percent, ects: row!.ects }
      : {}),
    can_download_certificate: row!.can_download_certificate,
  };
}

/** A student kept out of the course stores nothing more; the attempt ends at its deadline with what is stored. */
const refuseBlocked = (attempt_id: number) => sql`refuse_blocked(null, null, ${attempt_id})`;

/** Ends what an exam clock missed, and notes that the sweep ran. */
export async function sweepAttempts(db: Db): Promise<void> {
  await db.system(statement(sql`select sweep()`));
}
