import type { ResponseOf } from '../../platform/contract.ts';
import {
  boolean,
  double,
  instant,
  integer,
  json,
  listOf,
  nullable,
  rows,
  sqlFunction,
  text,
  word,
} from '../../platform/database/functions.ts';
import type * as contract from './contract.ts';

type Row = ResponseOf<typeof contract.listSilent>['results'][number];
type Told = ResponseOf<typeof contract.sendReminders>;
type Judged = ResponseOf<typeof contract.previewReminders> & { first_id: number | null };

const foundRow = {
  kind: word<Row['kind']>(),
  user_id: integer,
  course_id: nullable(integer),
  program_id: nullable(integer),
  form_id: nullable(integer),
  webinar_id: nullable(integer),
  since: instant,
  attempt_id: nullable(integer),
  closed: boolean,
};

export const todayRows = sqlFunction('today_rows', { section: text }, rows(foundRow));

export const toldToday = sqlFunction(
  'told_today',
  { rows: json<object[]>() },
  rows({
    key: text,
    kind: word<Row['kind']>(),
    user: json<Row['user']>(),
    course: nullable(json<NonNullable<Row['course']>>()),
    program: nullable(json<NonNullable<Row['program']>>()),
    form: nullable(json<NonNullable<Row['form']>>()),
    webinar: nullable(json<NonNullable<Row['webinar']>>()),
    since: instant,
    attempt_id: nullable(integer),
    percent: nullable(double),
    progress: nullable(integer),
    attempts_used: nullable(integer),
    attempts_allowed: nullable(integer),
    retake_granted: boolean,
    reminded: nullable(json<NonNullable<Row['reminded']>>()),
    refusal: nullable(word<NonNullable<Row['refusal']>>()),
    message: text,
    actions: listOf(word<Row['actions'][number]>()),
    activated: boolean,
    has_email: boolean,
  }),
);

export const formsInReview = sqlFunction(
  'forms_in_review',
  {},
  rows({
    form_id: integer,
    form_name: text,
    form_type: integer,
    course_id: integer,
    course_name: text,
    count: integer,
    since: instant,
  }),
);

const reminding = { section: text, keys: nullable(listOf(text)), text, mails: json() };

export const sendReminders = sqlFunction(
  'send_reminders',
  { ...reminding, preview: boolean },
  json<Judged>(),
);

export const sendRemindersOnce = sqlFunction(
  'send_reminders_once',
  { ...reminding, key: nullable(text) },
  json<Judged>(),
);

export const remindedBefore = sqlFunction(
  'reminded_before',
  { section: text, keys: nullable(listOf(text)), first: integer },
  json<Told>(),
);

export const sendDigests = sqlFunction('send_digests', { mails: json() }, integer);
