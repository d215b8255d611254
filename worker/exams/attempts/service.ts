import { AppError } from '../../errors/app-error.ts';
import type { Env, Later, Scope } from '../../platform/context.ts';
import type { BodyOf, ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { leftFailed, tellLeft } from '../../platform/http/operations.ts';
import { hmac, sha256 } from '../../platform/secrets/hash.ts';
import type { RowOf } from '../../platform/database/queries.ts';
import { bySection, disordered, shuffled } from './attempt.ts';
import { numberOfStatus } from './contract.ts';
import type * as contract from './contract.ts';
import { scheduleEnd } from './exam-clock.ts';
import * as call from './functions.ts';
import { keepPaper, showAccessCode } from '../conditions/functions.ts';
import { refuseCode } from '../conditions/service.ts';
import type { Illustrated, KeptQuestion } from '../forms/functions.ts';
import type { DraftAnswer } from '../forms/tables.ts';
import { DEFAULT_TRIES } from '../forms/contract.ts';
import { gapsOf, isByHand, type Section } from '../questions/contract.ts';
import { handedIn, illustrated } from './queries-files.ts';
import { SaveQueue } from '../../platform/database/save-queue.ts';
import { shownCheck, type KeptCheck } from './shown-answers.ts';

type Started = ResponseOf<typeof contract.startFormPassing>;
type Finished = ResponseOf<typeof contract.sendStudentAnswers>;

/** What gives the order of a paper: the same whenever it is asked for. */
export interface Order {
  /**
   * Ranks of ids, as `shuffled` takes them, for a list: 0 for the questions, else the answers of one, and with a number
   * behind it once more.
   */
  rankIn: (list: number | string) => (id: number) => string;
  /** It was laid out when what is to be put in order could still come in the right one, and stays as it is. */
  may_be_right: boolean;
}

/** What is asked, and what gives the order. */
export interface Paper {
  id: number;
  /** Below 0 since no order is handed out right. */
  seed: number;
  settings: {
    shuffle_questions: boolean;
    shuffle_answers: boolean;
    show_points_for_answers: boolean;
    sections?: Section[];
  };
  questions: (Illustrated &
    Pick<
      KeptQuestion,
      | 'id'
      | 'title'
      | 'required'
      | 'multiple_right_answers'
      | 'answers'
      | 'score'
      | 'type'
      | 'unit'
      | 'gap_text'
      | 'work'
      | 'hotspot'
      | 'section'
    >)[];
}

/**
 * Starts an attempt, or with `take_over` continues the running one in this tab (§4). One round trip.
 * Errors: blocked_in_course, attempts_exhausted, test_already_started with the attempt's id, attempt_taken_over with
 * `only_held`, time_is_over with `take_over` where none runs, material_locked, not_found, test_not_open, test_closed,
 * test_rests; what `refuseCode` says.
 */
export async function startAttempt(
  env: Env,
  db: Db,
  scope: Scope,
  {
    form_id,
    take_over = false,
    holder: before = '',
    only_held = false,
    access_code,
  }: BodyOf<typeof contract.startFormPassing>,
): Promise<Started> {
  const holder = crypto.randomUUID();
  const seed = ~(crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1);
  const once = { ...scope, idempotency: null };
  const start = call.startAttempt({ form: form_id, holder, seed, take_over, before, only_held });
  const running = call.runningAttempt({ form: form_id });
  // Nearly no start has a code to show.
  const [[code], [started], [row]] = access_code
    ? await db.run(once, showAccessCode({ form: form_id, code: access_code }), start, running)
    : ([[], ...(await db.run(once, start, running))] as const);
  if (started === null) refuseCode(code);
  await scheduleEnd(env, row!.due_at);
  const asked = askedPaper(env, scope, row!);
  return {
    attempt_id: row!.id,
    holder: row!.holder,
    server_time: row!.server_time,
    started_at: row!.started_at,
    deadline: row!.deadline,
    form_name: row!.settings.name,
    timed: row!.timed,
    forbid_copying: row!.settings.disable_autosave_for_all_respondents,
    questions: asked.questions,
    saved: row!.saved,
    paper: { ...row!.paper, sections: asked.sections },
    handed: handedIn(env, scope, row!.handed),
    ...(row!.checks && { learning: learningOf(row!, row!.checks) }),
  };
}

/** How often each answer is checked, and what was told so far. */
function learningOf(
  { settings, questions }: Pick<RowOf<ReturnType<typeof call.runningAttempt>>, 'settings' | 'questions'>,
  checks: readonly KeptCheck[],
): Started['learning'] {
  const byId = new Map(questions.map((question) => [question.id, question]));
  return {
    tries: settings.tries_per_question ?? DEFAULT_TRIES,
    checks: checks.flatMap((check) => {
      const question = byId.get(check.question_id);
      return question ? shownCheck(question, check) : [];
    }),
  };
}

/**
 * The questions as asked, section by section: in the attempt's own order, and without anything that tells a right
 * answer. The order comes from a key of the server's, for each list anew: whoever knows one of them learns nothing of
 * another.
 */
export function askedPaper(
  env: Env,
  scope: Scope,
  { id: attempt_id, settings, seed, questions }: Paper,
): Pick<Started, 'questions'> & Pick<Started['paper'], 'sections'> {
  const rankIn: Order['rankIn'] = (list) => (id) =>
    hmac(`shuffle ${attempt_id} ${seed} ${list} ${id}`, env.JWT_SECRET);
  return laidOut(env, scope, { settings, questions }, { rankIn, may_be_right: seed >= 0 });
}

/** Questions as they are asked, section by section, in an order. */
export function laidOut(
  env: Env,
  scope: Scope,
  { settings, questions }: Pick<Paper, 'settings' | 'questions'>,
  order: Order,
): Pick<Started, 'questions'> & Pick<Started['paper'], 'sections'> {
  const mixed = settings.shuffle_questions ? shuffled(questions, order.rankIn(0)) : questions;
  const sections = bySection(settings.sections ?? [], mixed);
  const ordered = sections.length > 0 ? sections.flatMap((section) => section.questions) : mixed;
  return {
    questions: askedQuestions(env, scope, ordered, settings, order),
    sections: sections.map(({ title, introduction, questions: own }) => ({
      title,
      introduction,
      question_ids: own.map(({ id }) => id),
    })),
  };
}

function askedQuestions(
  env: Env,
  scope: Scope,
  questions: Paper['questions'],
  settings: Paper['settings'],
  order: Order,
): Started['questions'] {
  return questions.map((question) => {
    const {
      id,
      title,
      required,
      multiple_right_answers,
      score,
      type = 'choice',
      unit,
      work,
      hotspot,
    } = question;
    return {
      id,
      title,
      type,
      required,
      multiple_right_answers,
      ...illustrated(env, scope, question),
      ...offered(question, settings.shuffle_answers, order),
      ...(unit && { unit }),
      ...(isByHand(type) && { work: work ?? {} }),
      ...(hotspot && { hotspot: { ...hotspot, alt: hotspot.alt ?? '' } }),
      ...(settings.show_points_for_answers && { points: score }),
    };
  });
}

/** What a question offers: nothing of what is to be typed, and nothing in an order that tells the right one. */
function offered(
  { id: question, type = 'choice', answers, gap_text = '' }: Paper['questions'][number],
  shuffle: boolean,
  { rankIn, may_be_right }: Order,
): Pick<Started['questions'][number], 'answers' | 'options' | 'gap_text' | 'gaps'> {
  const rankOf = rankIn(question);
  if (type === 'gaps') return { answers: [], gap_text, gaps: offeredGaps(gap_text, answers, rankOf) };
  const mixed =
    type === 'ordering' && !may_be_right
      ? disordered(answers, (tries) => (tries > 0 ? rankIn(`${question} ${tries}`) : rankOf))
      : shuffle || type === 'ordering'
        ? shuffled(answers, rankOf)
        : answers;
  const shown = mixed.map(({ id, title }) => ({ id, title }));
  if (type === 'short_answer' || type === 'number' || type === 'hotspot' || isByHand(type))
    return { answers: [] };
  if (type !== 'matching') return { answers: shown };
  return {
    answers: shown.filter(({ title }) => title !== ''),
    options: shuffled(matchOptions(answers), rankOf),
  };
}

/** Each gap in the order of the text; one with nothing wrong to choose is typed. */
function offeredGaps(gap_text: string, answers: readonly DraftAnswer[], rankOf: (id: number) => string) {
  return gapsOf(gap_text).map((gap) => {
    const own = answers.filter((answer) => answer.gap === gap);
    if (own.every(({ is_right_answer }) => is_right_answer)) return { gap };
    return { gap, options: shuffled(own, rankOf).map(({ id, title }) => ({ id, title })) };
  });
}

/** What a matching offers to be chosen: each text once, by the least of its ids. */
function matchOptions(answers: readonly DraftAnswer[]): { id: number; title: string }[] {
  const ids = new Map<string, number>();
  for (const { match, match_id } of answers)
    if (match && match_id) ids.set(match, Math.min(match_id, ids.get(match) ?? match_id));
  return [...ids].map(([title, id]) => ({ id, title }));
}

type Saved = RowOf<ReturnType<typeof call.saveAttempt>>;

interface Save {
  db: Db;
  scope: Scope;
  body: BodyOf<typeof contract.studentPassedForm>;
}

const saves = new SaveQueue<Save, Saved>({ alone: saveAlone, together: saveTogether });

/**
 * Saves answers, keeps the attempt alive, or notes that its page closes. One round trip, in a crowd shared with others.
 * Errors: blocked_in_course, time_is_over and attempt_ended for answers after the end, attempt_taken_over, not_found, invalid_choice.
 */
export async function saveAttempt(
  env: Env,
  db: Db,
  scope: Scope,
  body: BodyOf<typeof contract.studentPassedForm>,
  later: Later,
) {
  const saving = saves.save(scope.company_id, { db, scope, body });
  // Others may depend on it, whether its sender stays to hear of it or not.
  later(saving.catch(() => {}));
  const { server_time, deadline, due_at, status, saved_at, outcome } = await saving;
  if (outcome !== 'running' && body.answers?.length)
    throw new AppError(outcome === 'over' ? 'time_is_over' : 'attempt_ended');
  if (body.event === 'close' && outcome === 'running') later(scheduleEnd(env, due_at));
  return { server_time, deadline, status: numberOfStatus(status), saved_at };
}

async function saveAlone({ db, scope, body }: Save): Promise<Saved> {
  const { attempt_id, holder, event, answers = [], events = [], marked, closed } = body;
  const noted = events.length ? events : null;
  const saving = call.saveAttempt({ attempt: attempt_id, holder, event, answers, events: noted });
  if (!marked && !closed) return (await db.run(scope, saving))[0][0]!;
  const paper = { attempt: attempt_id, holder, marked: marked ?? null, closed: closed ?? null };
  const [[saved]] = await db.run(scope, saving, keepPaper(paper));
  return saved!;
}

async function saveTogether(several: readonly [Save, ...Save[]]): Promise<(Saved | undefined)[]> {
  const rows = several.map(({ scope: { session_id, company_id }, body }, place) => ({
    place,
    session_id,
    company_id,
    ...body,
  }));
  const [saved] = await several[0].db.system(call.saveAttempts({ saves: rows }));
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
  const [[outcome], [row]] = await db.run(
    { ...scope, idempotency: null },
    call.finishAttempt({ attempt: attempt_id, holder, answers }),
    call.receiptOf({ attempt: attempt_id }),
  );
  if (!row) throw new AppError('not_found');
  if (outcome === 'required_question_unanswered')
    throw new AppError('required_question_unanswered', { extra: { question_ids: row.unanswered! } });
  const stored = row.answers ?? [];
  return {
    receipt: {
      finished_at: row.finished_at!,
      answers: stored.filter(([, chosen, response]) => chosen.length > 0 || response !== undefined).length,
      checksum: sha256(JSON.stringify([attempt_id, stored])).slice(0, 12),
    },
    status: numberOfStatus(row.status),
    ...(row.shown
      ? { passed_successfully: row.passed, score: row.score, percent: row.percent, ects: row.ects }
      : {}),
    can_download_certificate: row.can_download_certificate,
  };
}

/** Ends what an exam clock missed, and notes that the sweep ran. Fails, once all others are ended, where one cannot be. */
export async function sweepAttempts(db: Db): Promise<void> {
  const [, left] = await db.system(call.sweep({}), leftFailed({}));
  tellLeft(left);
}
