import * as z from 'zod/mini';
import {
  endpoint,
  exactText,
  flag,
  id,
  idText,
  instant,
  listQuery,
  named,
  optionalText,
  page,
  person,
} from '../../platform/contract.ts';

const form = z.extend(named, { form_type: z.int() });

/** Lists of people that staff may remind. */
export const TODAY_SECTIONS = ['failed_twice', 'overdue', 'certificate_expired', 'silent'] as const;
const section = z.enum(TODAY_SECTIONS);

/**
 * Every list of people. Who asks comes first and waits for an answer, not for a reminder; of what comes near the product
 * itself reminds.
 */
export const TODAY_LISTS = [
  'retake_asked',
  'failed_twice',
  'overdue',
  'due_soon',
  'certificate_expired',
  'certificate_expiring',
  'silent',
] as const;

/** What a row is about; never_began stands among the silent ones. */
export const TODAY_KINDS = [
  'retake_asked',
  'failed_twice',
  'step_overdue',
  'course_overdue',
  'retake_overdue',
  'step_due',
  'course_due',
  'retake_due',
  'certificate_expired',
  'certificate_expiring',
  'silent',
  'never_began',
] as const;

/** Why a person is not reminded: codes of the error catalogue. */
export const REMINDER_REFUSALS = [
  'course_locked',
  'attempts_exhausted',
  'test_not_open',
  'test_rests',
  'test_closed',
  'email_not_verified',
  'reminded_recently',
] as const;

/** Results of one form that wait for a trainer. */
const waiting = z.object({
  form,
  course: named,
  count: z.int(),
  /** When the oldest of them ended. */
  since: instant,
});

const row = z.object({
  /** Names the row for as long as it stands in its section. */
  key: z.string(),
  kind: z.enum(TODAY_KINDS),
  user: person,
  course: z.nullable(named),
  program: z.nullable(named),
  form: z.nullable(form),
  webinar: z.nullable(named),
  /**
   * When it was asked for, the last failure, the due date, the end of the certificate's term (both may be to come), the
   * last activity, or when the course came.
   */
  since: instant,
  /** The last attempt. */
  attempt_id: z.nullable(id),
  /** Of that attempt. */
  percent: z.nullable(z.number()),
  /** How much of the course is done. */
  progress: z.nullable(z.int()),
  attempts_used: z.nullable(z.int()),
  /** null: unlimited, or no test. */
  attempts_allowed: z.nullable(z.int()),
  /** A retake was granted and not begun. */
  retake_granted: z.boolean(),
  /** The last reminder about the same thing. */
  reminded: z.nullable(z.object({ at: instant, author: z.nullable(person) })),
  /** Why no reminder would be sent now. */
  refusal: z.nullable(z.enum(REMINDER_REFUSALS)),
  /** What who asks for another attempt says; empty: nothing. */
  message: z.string(),
  actions: z.array(z.enum(['retake', 'decline', 'remind'])),
  /** The person has accepted an invitation and can sign in. */
  activated: z.boolean(),
  /** Without one there was no invitation: the first sign-in is by a sheet. */
  has_email: z.boolean(),
});

/** `count` of rows, `people` whose they are. */
const some = z.object({ count: z.int(), people: z.int(), results: z.array(row) });

/** The first row of a person, with what else of the same section is theirs. */
const rowOfPerson = z.extend(row, { also: z.array(row) });

export const getToday = endpoint({
  method: 'GET',
  path: '/api/v1/course/today',
  access: 'viewToday',
  summary: 'What waits for staff today: how much of each kind, and the first rows',
  response: z.object({
    /** Answers that wait for a mark which the caller may give. */
    to_mark: z.int(),
    in_review: z.object({ count: z.int(), results: z.array(waiting) }),
    retake_asked: some,
    failed_twice: some,
    overdue: some,
    due_soon: some,
    certificate_expired: some,
    certificate_expiring: some,
    /** Each person once. */
    silent: z.object({ count: z.int(), results: z.array(rowOfPerson) }),
  }),
});

export const listInReview = endpoint({
  method: 'GET',
  path: '/api/v1/course/today/in_review',
  access: 'viewToday',
  summary: 'Forms with ended attempts whose result waits to be published, those that wait longest first',
  query: listQuery({ page_size: 10, ordering: ['since', 'count', 'form_name', 'course_name'] }),
  response: page(waiting),
});

const rowsOf = { page_size: 20, ordering: ['since', 'last_name', 'course_name'] } as const;
const rowsQuery = listQuery(rowsOf);
/** `by_person`: pages and their count are of people, each once by what comes first in the order. */
const byPerson = z._default(flag, 'false');
const rowsOrPeople = page(z.extend(row, { also: z.optional(rowOfPerson.shape.also) }));

export const listRetakeAsked = endpoint({
  method: 'GET',
  path: '/api/v1/course/today/retake_asked',
  access: 'viewToday',
  summary: 'Who asks for another attempt at a test or exam',
  query: rowsQuery,
  response: page(row),
});

export const listFailedTwice = endpoint({
  method: 'GET',
  path: '/api/v1/course/today/failed_twice',
  access: 'viewToday',
  summary: 'Whose last two attempts at a test or exam failed',
  query: rowsQuery,
  response: page(row),
});

export const listOverdue = endpoint({
  method: 'GET',
  path: '/api/v1/course/today/overdue',
  access: 'viewToday',
  summary: 'Steps of programs past their due date, and retakes that were not taken in time',
  query: listQuery({ ...rowsOf, filters: { by_person: byPerson, group: z.optional(idText) } }),
  response: rowsOrPeople,
});

export const listDueSoon = endpoint({
  method: 'GET',
  path: '/api/v1/course/today/due_soon',
  access: 'viewToday',
  summary: 'Open steps of programs, courses and retakes that are due within seven days, the soonest first',
  query: listQuery({ ...rowsOf, filters: { by_person: byPerson, group: z.optional(idText) } }),
  response: rowsOrPeople,
});

export const listCertificateExpired = endpoint({
  method: 'GET',
  path: '/api/v1/course/today/certificate_expired',
  access: 'viewToday',
  summary: 'Whose certificate of a course has expired and was not renewed',
  query: rowsQuery,
  response: page(row),
});

export const listCertificateExpiring = endpoint({
  method: 'GET',
  path: '/api/v1/course/today/certificate_expiring',
  access: 'viewToday',
  summary: 'Whose certificate of a course expires within 30 days, the soonest first',
  query: rowsQuery,
  response: page(row),
});

export const listSilent = endpoint({
  method: 'GET',
  path: '/api/v1/course/today/silent',
  access: 'viewToday',
  summary: 'Who left a course for 14 days, or has not begun it 14 days after getting it',
  query: listQuery({ ...rowsOf, filters: { by_person: byPerson } }),
  response: rowsOrPeople,
});

const reminding = z.strictObject({
  section,
  /** Rows by their keys; without them the whole section. */
  keys: z.optional(z.array(exactText(100)).check(z.minLength(1), z.maxLength(1000))),
  /** The sender's own words. */
  text: optionalText(500),
});

/** How many people, and the first twelve by name. */
const people = { count: z.int(), people: z.array(person) };

const judged = {
  /** Each person once, whatever they are reminded of. */
  reminded: z.object(people),
  /** Those who are reminded of nothing, by the reason; who has several stands under each. */
  refused: z.array(z.object({ code: z.enum(REMINDER_REFUSALS), ...people })),
  /** Keys that name nobody who stands in the section now. */
  gone: z.array(z.string()),
};

export const previewReminders = endpoint({
  method: 'POST',
  path: '/api/v1/course/reminders/preview',
  access: 'viewToday',
  summary: 'Who would get a reminder, who would not and why, and what the first mail says',
  body: reminding,
  response: z.object({
    ...judged,
    /** In the caller's language; null: nobody would get one. */
    mail: z.nullable(z.object({ subject: z.string(), text: z.string() })),
  }),
});

export const sendReminders = endpoint({
  method: 'POST',
  path: '/api/v1/course/reminders',
  access: 'viewToday',
  summary: 'Write to exactly those who are concerned now, each in their language',
  body: reminding,
  response: z.object(judged),
  idempotent: true,
});
