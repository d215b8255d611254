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
} from '../../platform/functions.ts';
import type * as contract from './contract.ts';

type Started = ResponseOf<typeof contract.startFormPassing>;
type Refusal = ResponseOf<typeof contract.grantTime>['refused'][number]['code'];
type Outage = ResponseOf<typeof contract.previewOutage>;
type Event = ResponseOf<typeof contract.attemptTimeline>['events'][number];
type QuestionFile = ResponseOf<typeof contract.startFormPassing>['questions'][number]['files'][number];

/** A file as a version keeps it: before pictures told their size, and for what is none, without one. */
export type Unsized<File> = Omit<File, 'url' | 'width' | 'height'> & {
  width?: number | null;
  height?: number | null;
};

/** What a version keeps beside the words of a question. */
export interface Illustrated {
  description: string;
  files: (Unsized<QuestionFile> & { kind: 'attachment' | 'inline' })[];
}

type Asked = Omit<Started['questions'][number], keyof Illustrated> & Illustrated;

interface Settings {
  name: string;
  shuffle_questions: boolean;
  shuffle_answers: boolean;
  disable_autosave_for_all_respondents: boolean;
}

export const finishAttempt = sqlFunction(
  'finish_attempt',
  { attempt: integer, holder: text, answers: json() },
  text,
);

export const endDueAttempts = sqlFunction('end_due_attempts', { assignment: optional(integer) }, integer);

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
    status: integer,
    saved_at: nullable(instant),
    outcome: word<'running' | 'over'>(),
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
    status: integer,
    saved_at: nullable(instant),
    outcome: word<'running' | 'over'>(),
  }),
);

export const startAttempt = sqlFunction(
  'start_attempt',
  { form: integer, holder: text, seed: integer, take_over: boolean, before: optional(text) },
  integer,
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
    settings: json<Settings>(),
    questions: json<Asked[]>(),
    saved: json<Started['saved']>(),
  }),
);

export const receiptOf = sqlFunction(
  'receipt_of',
  { attempt: integer },
  rows({
    finished_at: nullable(instant),
    status: integer,
    unanswered: nullable(listOf(integer)),
    shown: boolean,
    passed: boolean,
    ects: text,
    can_download_certificate: boolean,
    score: double,
    percent: double,
    answers: nullable(json<[number, number[]][]>()),
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
