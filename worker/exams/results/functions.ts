import type { Language } from '../../identity/accounts/contract.ts';
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
  numeric,
  rows,
  sqlFunction,
  text,
  word,
} from '../../platform/database/functions.ts';
import type { FormStatus } from '../attempts/contract.ts';
import type { KeptPicture } from '../questions/contract.ts';
import type * as contract from './contract.ts';
import type { Recount, ResultMailKind } from './mails.ts';

type Refusal = ResponseOf<typeof contract.retakeForm>['refused'][number]['code'];
type OwnRequest = ResponseOf<typeof contract.getRetakeRequest>;
type FormResult = ResponseOf<typeof contract.listResults>['results'][number];
type CompanyResult = ResponseOf<typeof contract.listCompanyResults>['results'][number];
type Repairs = ResponseOf<typeof contract.listRepairs>;
type Preview = ResponseOf<typeof contract.previewRepair>;

export const judgeRetakes = sqlFunction(
  'judge_retakes',
  { form: integer, users: listOf(integer) },
  rows({ user_id: integer, code: nullable(word<Refusal>()) }),
);

export const studentsForRetakes = sqlFunction(
  'students_for_retakes',
  { course: integer },
  rows({ user_id: integer }),
);

export const grantRetakes = sqlFunction(
  'grant_retakes',
  {
    course: integer,
    form: integer,
    users: listOf(integer),
    extra: integer,
    due: nullable(instant),
    reason: text,
    batch: text,
    mails: json(),
  },
  rows({ user_id: integer, code: nullable(word<Refusal>()) }),
);

export const ownRetakeRequest = sqlFunction(
  'own_retake_request',
  { form: integer },
  rows({ may_ask: boolean, request: nullable(json<NonNullable<OwnRequest['request']>>()) }),
);

export const askForRetake = sqlFunction('ask_for_retake', { form: integer, message: text }, instant);

export const declineRetake = sqlFunction(
  'decline_retake',
  { course: integer, form: integer, user: integer, answer: text, mails: json() },
  nothing,
);

export const decideAssignments = sqlFunction(
  'decide_assignments',
  {
    course: integer,
    form: integer,
    users: listOf(integer),
    attempts: nullable(listOf(integer)),
    action: text,
    reason: text,
    batch: text,
    mails: json(),
  },
  rows({ user_id: integer, code: nullable(word<Refusal>()) }),
);

export const publishResults = sqlFunction(
  'publish_results',
  { course: integer, form: integer, attempts: nullable(listOf(integer)), batch: text },
  listOf(integer),
);

export const takeResultMails = sqlFunction(
  'take_result_mails',
  { limit: integer },
  rows({
    kind: word<ResultMailKind>(),
    space: integer,
    company: text,
    email: nullable(text),
    language: word<Language>(),
    result: json(),
    /** Of a recount what it was and is, in percent. */
    told: nullable(json<Recount>()),
  }),
);

export const queueResultMails = sqlFunction(
  'queue_result_mails',
  { taken: listOf(integer), mails: json() },
  nothing,
);

export const saveNotes = sqlFunction('save_notes', { attempt: integer, notes: json() }, nothing);

export const repairKey = sqlFunction(
  'repair_key',
  { course: integer, form: integer, changes: json(), only_raise: boolean, reason: text },
  integer,
);

export const undoRepair = sqlFunction(
  'undo_repair',
  { course: integer, form: integer, repair: integer },
  nothing,
);

export const repairSums = sqlFunction(
  'repair_sums',
  { course: integer, form: integer, changes: json(), only_raise: boolean },
  rows({
    count: integer,
    raised: integer,
    lowered: integer,
    passes_gained: integer,
    passes_lost: integer,
    certificates_gained: integer,
    certificates_lost: integer,
    attempts: json<Preview['attempts']>(),
  }),
);

export const attemptsOfForm = sqlFunction(
  'attempts_of_form',
  { course: integer, form: integer },
  rows({
    user_id: integer,
    first_name: text,
    last_name: text,
    assignment_id: nullable(integer),
    assignment_status: nullable(word<FormStatus>()),
    attempt_id: nullable(integer),
    number: nullable(integer),
    status: nullable(text),
    state: word<FormResult['state']>(),
    started_at: nullable(instant),
    finished_at: nullable(instant),
    percent: nullable(numeric),
    passed: nullable(boolean),
    unmarked: boolean,
  }),
);

export const resultsOfForm = sqlFunction(
  'results_of_form',
  { form: integer, page: json<object[]>(), all_groups: boolean },
  rows({
    user: json<FormResult['user']>(),
    groups: listOf(text),
    passed_form_status: word<FormStatus>(),
    attempt_id: nullable(integer),
    number: nullable(integer),
    state: word<FormResult['state']>(),
    passed: nullable(boolean),
    score: nullable(double),
    max_score: nullable(double),
    percent: nullable(double),
    ects: nullable(text),
    counts: boolean,
    started_at: nullable(instant),
    finished_at: nullable(instant),
    duration: nullable(integer),
    finished_by: nullable(word<NonNullable<FormResult['finished_by']>>()),
    published: boolean,
    notes: integer,
    unmarked: integer,
    repaired: boolean,
    late: integer,
    running: json<FormResult['running']>(),
    reason: nullable(text),
    actions: listOf(word<FormResult['actions'][number]>()),
  }),
);

export const companyResults = sqlFunction(
  'company_results',
  { attempts: listOf(integer) },
  rows({
    attempt_id: integer,
    number: integer,
    version: integer,
    user: json<CompanyResult['user']>(),
    middle_name: text,
    email: nullable(text),
    position: text,
    subdivision: text,
    groups: listOf(text),
    form: json<CompanyResult['form']>(),
    course: json<CompanyResult['course']>(),
    state: word<CompanyResult['state']>(),
    passed: nullable(boolean),
    score: nullable(double),
    max_score: nullable(double),
    percent: nullable(double),
    ects: nullable(text),
    started_at: instant,
    finished_at: nullable(instant),
    duration: nullable(integer),
    finished_by: nullable(word<NonNullable<CompanyResult['finished_by']>>()),
    unmarked: integer,
    annulled: nullable(json<NonNullable<CompanyResult['annulled']>>()),
  }),
);

export const questionsToMend = sqlFunction(
  'questions_to_mend',
  { form: integer },
  json<(Omit<Repairs['questions'][number], keyof KeptPicture> & KeptPicture)[]>(),
);

export const repairsOfForm = sqlFunction('repairs_of_form', { form: integer }, json<Repairs['repairs']>());

/** Whether answers wait for their marks. */
export const awaitsMarks = sqlFunction('awaits_marks', { explanation: json() }, boolean);
