import type { ResponseOf } from '../../platform/contract.ts';
import {
  boolean,
  double,
  instant,
  integer,
  json,
  listOf,
  nothing,
  nullable,
  optional,
  rows,
  sqlFunction,
  text,
  word,
} from '../../platform/database/functions.ts';
import type { Illustrated, KeptQuestion } from '../forms/functions.ts';
import type { Key } from '../questions/question.ts';
import type * as contract from './contract.ts';
import type * as grants from './grants/contract.ts';
import type { KeptCheck } from './shown-answers.ts';
import type { FormStatus } from './contract.ts';
import type { AnswerResponse, HandedFile, Section } from '../questions/contract.ts';

type Started = ResponseOf<typeof contract.startFormPassing>;
type Refusal = ResponseOf<typeof grants.grantTime>['refused'][number]['code'];
type Outage = ResponseOf<typeof grants.previewOutage>;
type Event = ResponseOf<typeof contract.attemptTimeline>['events'][number];

type Result = ResponseOf<typeof contract.getPassedForm>;
type Introduction = ResponseOf<typeof contract.formIntroduction>;
type Appointed = ResponseOf<typeof contract.listAppointedForms>['results'][number];

/** A mark that holds, of an answer that waits for none. */
export interface GivenMark {
  question_id: number;
  score: number;
  /** By criterion the place of its level, from 0. */
  levels: number[] | null;
  /** Where two differed it counts alone. */
  settles: boolean;
  comment: string;
  marker: { id: number; first_name: string; last_name: string };
  marked_at: string;
}

/** A file of an answer, without an address. */
export type Handed = Omit<HandedFile, 'url'>;

interface Settings {
  name: string;
  shuffle_questions: boolean;
  shuffle_answers: boolean;
  disable_autosave_for_all_respondents: boolean;
  show_points_for_answers: boolean;
  /** Absent where it is the usual number. */
  tries_per_question?: number;
}

export const finishAttempt = sqlFunction(
  'finish_attempt',
  { attempt: integer, holder: text, answers: json() },
  text,
);

export const endDueAttempts = sqlFunction('end_due_attempts', { assignment: optional(integer) }, integer);

export const endDueShare = sqlFunction(
  'end_due_share',
  { assignment: nullable(integer), share: integer, shares: integer, most: nullable(integer) },
  integer,
);

export const sweep = sqlFunction('sweep', {}, integer);

export const giveTime = sqlFunction(
  'give_time',
  {
    course: integer,
    form: integer,
    users: nullable(listOf(integer)),
    group: nullable(integer),
    minutes: nullable(integer),
    attempts: nullable(integer),
    reason: text,
    batch: text,
  },
  rows({
    user_id: integer,
    code: nullable(word<Refusal>()),
    attempt_id: nullable(integer),
    deadline: nullable(instant),
    due_at: nullable(instant),
  }),
);

export const outageLosses = sqlFunction(
  'outage_losses',
  { course: integer, from: instant, to: instant },
  rows({
    attempt_id: integer,
    form_id: integer,
    user_id: integer,
    status: text,
    lost: double,
    deadline: instant,
    finished_at: instant,
    finished_by: word<Outage['ended'][number]['finished_by']>(),
  }),
);

export const giveOutageMinutes = sqlFunction(
  'give_outage_minutes',
  { course: integer, from: instant, to: instant, reason: text, batch: text },
  rows({ attempt_id: integer, due_at: instant }),
);

export const saveAttempt = sqlFunction(
  'save_attempt',
  { attempt: integer, holder: text, event: text, answers: json(), events: nullable(json()) },
  rows({
    server_time: instant,
    deadline: instant,
    due_at: instant,
    status: word<FormStatus>(),
    saved_at: nullable(instant),
    outcome: word<'running' | 'over' | 'ended'>(),
  }),
);

export const saveAttempts = sqlFunction(
  'save_attempts',
  { saves: json() },
  rows({
    place: integer,
    server_time: instant,
    deadline: instant,
    due_at: instant,
    status: word<FormStatus>(),
    saved_at: nullable(instant),
    outcome: word<'running' | 'over' | 'ended'>(),
  }),
);

export const startAttempt = sqlFunction(
  'start_attempt',
  {
    form: integer,
    holder: text,
    seed: integer,
    take_over: boolean,
    before: optional(text),
    only_held: optional(boolean),
  },
  nullable(integer),
);

export const runningAttempt = sqlFunction(
  'running_attempt',
  { form: integer },
  rows({
    id: integer,
    holder: text,
    seed: integer,
    server_time: instant,
    started_at: instant,
    deadline: instant,
    due_at: instant,
    timed: boolean,
    settings: json<Settings>(),
    questions: json<KeptQuestion[]>(),
    saved: json<Started['saved']>(),
    paper: json<Omit<Started['paper'], 'sections'>>(),
    handed: json<Handed[]>(),
    checks: nullable(json<KeptCheck[]>()),
  }),
);

export const isTakenBack = sqlFunction('is_taken_back', { company: integer, attempt: integer }, boolean);

export const receiptOf = sqlFunction(
  'receipt_of',
  { attempt: integer },
  rows({
    finished_at: nullable(instant),
    status: word<FormStatus>(),
    unanswered: nullable(listOf(integer)),
    shown: boolean,
    passed: boolean,
    ects: text,
    can_download_certificate: boolean,
    score: double,
    percent: double,
    answers: nullable(json<[number, number[], AnswerResponse?][]>()),
  }),
);

export const timelineOf = sqlFunction(
  'timeline_of',
  { attempt: integer },
  rows({
    kind: word<Event['kind']>(),
    began_at: instant,
    ended_at: nullable(instant),
    amount: nullable(integer),
    question_ids: nullable(listOf(integer)),
  }),
);

/** Keeps the first decision of a batch beside the caller's idempotency key; 0 when nothing was decided. */
export const rememberBatch = sqlFunction('remember_batch', { batch: text, key: nullable(text) }, nothing);

export const grantedBy = sqlFunction(
  'granted_by',
  { decision: integer },
  rows({ user_id: integer, attempt_id: nullable(integer), deadline: nullable(instant) }),
);

export const minutesOfBatch = sqlFunction(
  'minutes_of_batch',
  { batch: nullable(text), decision: nullable(integer) },
  rows({ attempt_id: integer, user_id: integer, minutes: integer, deadline: instant }),
);

/** What of a form's settings decides how a result is shown. */
export interface ResultSettings extends Pick<
  Result,
  'rating_system' | 'passing_score' | 'passing_score_type'
> {
  show_uncounted_answers: boolean;
  show_right_answers: boolean;
  show_points_for_answers: boolean;
  /** Forbids copying the questions (decisions, "Forms"). */
  disable_autosave_for_all_respondents: boolean;
  text_after_success_passing: string;
  text_after_failure_passing: string;
  send_email_with_answers: boolean;
  sections?: Section[];
}

type ResultQuestion = Illustrated &
  Pick<
    KeptQuestion,
    | 'id'
    | 'title'
    | 'type'
    | 'unit'
    | 'match_case'
    | 'gap_text'
    | 'hotspot'
    | 'feedback'
    | 'work'
    | 'marking'
    | 'score'
    | 'section'
    | 'answers'
    | 'right'
  >;

interface Graded {
  id: number;
  earned: number;
  maximum: number;
  outcome: NonNullable<NonNullable<Result['score_explanation']>[number]['outcome']>;
}

export const attemptResult = sqlFunction(
  'attempt_result',
  { company: integer, attempt: integer },
  rows({
    id: integer,
    form_id: integer,
    form_name: text,
    form_type: integer,
    number: integer,
    version: integer,
    passed_form_status: word<FormStatus>(),
    attempt_status: word<'running' | 'completed' | 'annulled'>(),
    started_at: instant,
    finished_at: nullable(instant),
    finished_by: nullable(word<NonNullable<Result['finished_by']>>()),
    result_published_at: nullable(instant),
    duration: nullable(integer),
    course_id: integer,
    course: json<Result['course']>(),
    material_id: integer,
    user_id: integer,
    user: json<Result['user']>(),
    settings: json<ResultSettings>(),
    questions: json<ResultQuestion[]>(),
    explanation: nullable(json<Graded[]>()),
    passed_successfully: nullable(boolean),
    ects: nullable(text),
    score: nullable(double),
    max_score: nullable(double),
    percent: nullable(double),
    chosen: json<Record<string, number[]>>(),
    responses: json<Record<string, AnswerResponse>>(),
    /** The key as repairs left it, null where the question is annulled. */
    mended: json<Record<string, Key | null>>(),
    notes: json<(NonNullable<Result['note']> & { question_id: number | null })[]>(),
    marks: json<GivenMark[]>(),
    annulment: nullable(json<NonNullable<Result['annulled']>>()),
    recount: nullable(json<NonNullable<Result['recounted']>>()),
    /** An attempt of this person at this form runs. */
    runs: boolean,
    /** The person may begin one more attempt. */
    may_try: boolean,
    handed: json<Handed[]>(),
    /** Where it was written on paper and typed in. */
    paper: nullable(json<NonNullable<Result['paper']>>()),
    /** Of the same person at the same form. */
    other_attempts: json<Result['other_attempts']>(),
  }),
);

export const formIntroduction = sqlFunction(
  'form_introduction',
  { form: integer },
  rows({
    form_id: integer,
    course_id: integer,
    material_id: integer,
    course_name: text,
    name: text,
    description: text,
    form_type: integer,
    minutes: integer,
    questions: integer,
    passing_score: integer,
    passing_score_type: word<Introduction['passing_score_type']>(),
    attempts_used: integer,
    attempts_allowed: nullable(integer),
    running_attempt_id: nullable(integer),
    last_attempt_id: nullable(integer),
    status: word<FormStatus>(),
    decision: nullable(json<NonNullable<Introduction['decision']>>()),
    locked: boolean,
    state: word<Introduction['state']>(),
    waits_for: nullable(word<NonNullable<Introduction['waits_for']>>()),
    attempts_left: nullable(integer),
    timed: boolean,
    certifies: boolean,
    passed_for_good: boolean,
    publishes_at_once: boolean,
    by_hand: boolean,
    forbids_copying: boolean,
    tries_per_question: nullable(integer),
    start_terms: json<Introduction['start_terms']>(),
  }),
);

export const countedResult = sqlFunction(
  'counted_result',
  { company: integer, assignment: integer, counts: text, published: boolean, since: optional(instant) },
  rows({
    attempt_id: integer,
    score: double,
    max_score: double,
    percent: double,
    ects: text,
    passed: boolean,
    finished_at: instant,
  }),
);

export const lastAttempt = sqlFunction(
  'last_attempt',
  { company: integer, assignment: integer },
  rows({
    id: integer,
    deadline: instant,
    finished_at: nullable(instant),
    finished_by: nullable(text),
    status: text,
    result_published_at: nullable(instant),
    percent: nullable(double),
  }),
);

export const appointedForms = sqlFunction(
  'appointed_forms',
  { page: json<{ form_id: number; user_id: number }[]>(), published: boolean },
  rows({
    form_id: integer,
    form_name: text,
    form_type: integer,
    material_id: integer,
    course: json<Appointed['course']>(),
    user: json<Appointed['user']>(),
    passed_form_status: word<FormStatus>(),
    passed_successfully: nullable(boolean),
    percent: nullable(double),
    ects: nullable(text),
    attempts_used: integer,
    attempts_allowed: nullable(integer),
    exam_time_end: nullable(instant),
    last_attempt_id: nullable(integer),
    can_download_certificate: boolean,
    in_review: boolean,
    decision: nullable(json<NonNullable<Appointed['decision']>>()),
    state: word<Appointed['state']>(),
  }),
);
