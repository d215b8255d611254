import * as z from 'zod/mini';
import { firstSteps, licences } from '../../identity/accounts/contract.ts';
import {
  byId,
  endpoint,
  id,
  idText,
  instant,
  listQuery,
  named,
  page,
  person,
} from '../../platform/contract.ts';

/** Days that a period can have. */
export const PERIOD_LIMIT = 731;

/** Spans are days as long as there are no more than this; then weeks. */
export const DAILY_LIMIT = 31;

/** Days before its end from which a certificate is told of as expiring. */
export const EXPIRY_WINDOWS = ['30', '60', '90'] as const;

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A day of the company's calendar, 2026-11-21. */
const day = z
  .string()
  .check(z.refine((text) => DAY.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text)));

const activity = {
  /** Distinct people who did something. */
  people: z.int(),
  /** Materials done. */
  materials: z.int(),
  /** Attempts at tests and exams that ended; annulled ones are left out. */
  attempts: z.int(),
  /** How many of them have a result, since no answer waits for its mark. */
  results: z.int(),
  /** How many of those were passed. */
  passed: z.int(),
};

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/v1/space/space/:id/dashboard',
  access: 'viewDashboard',
  summary:
    'How the current company does: activity of a period, people, licences, files, what needs attention',
  params: byId,
  /** So many days up to today, 30 unless told; or from one day to another, both of which count. */
  query: z.strictObject({
    days: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(PERIOD_LIMIT))),
    from: z.optional(day),
    to: z.optional(day),
  }),
  response: z.object({
    period: z.object({ from: day, to: day, span: z.enum(['day', 'week']) }),
    activity: z.object({
      points: z.array(z.object({ from: day, ...activity })),
      total: z.object(activity),
      /** Of as many days before. */
      before: z.object(activity),
    }),
    /** Of the company's memberships. */
    people: z.object({ active: z.int(), not_activated: z.int(), blocked: z.int() }),
    licences,
    files: z.object({ files: z.int(), bytes: z.int() }),
    /** Certificates that have expired, and that do within so many days; renewed ones are neither. */
    certificates: z.object({
      expired: z.int(),
      in_30_days: z.int(),
      in_60_days: z.int(),
      in_90_days: z.int(),
    }),
    /** Courses whose attempts of the period were seldom passed, worst first. */
    seldom_passed: z.array(z.object({ id, name: z.string(), attempts: z.int(), passed: z.int() })),
    /** Courses, two weeks old at least, that half of their students or more have not begun. */
    not_begun: z.array(z.object({ id, name: z.string(), students: z.int(), not_begun: z.int() })),
    /** Courses that half of their students or more are late with. */
    overdue: z.array(z.object({ id, name: z.string(), students: z.int(), overdue: z.int() })),
    first_steps: firstSteps,
  }),
});

const standing = z.object({
  id,
  name: z.string(),
  students: z.int(),
  /** Of the students who have courses by it: who began none, finished all, and everybody else. */
  new: z.int(),
  in_progress: z.int(),
  finished: z.int(),
  /** The average over its students and courses in percent; null without any. */
  progress: z.nullable(z.int()),
  /** Students past a due date of a program's timeline. */
  overdue: z.int(),
});

const standings = listQuery({ page_size: 10, ordering: ['name', 'students', 'progress', 'finished'] });

export const listGroupStandings = endpoint({
  method: 'GET',
  path: '/api/v1/space/space/:id/dashboard/groups',
  access: 'viewDashboard',
  summary: 'Groups by how far their students are, furthest behind first',
  params: byId,
  query: standings,
  response: page(standing),
});

export const listProgramStandings = endpoint({
  method: 'GET',
  path: '/api/v1/space/space/:id/dashboard/programs',
  access: 'viewDashboard',
  summary: 'Programs by how far their students are, furthest behind first',
  params: byId,
  query: standings,
  response: page(standing),
});

export const listExpiringCertificates = endpoint({
  method: 'GET',
  path: '/api/v1/space/space/:id/dashboard/certificates',
  access: 'viewDashboard',
  summary: 'Certificates that have expired and were not renewed, and that will expire',
  params: byId,
  query: listQuery({
    page_size: 10,
    ordering: ['expires_at', 'name', 'course'],
    filters: {
      /** Those that have expired, or within how many days those do that have not; both within 90 days unless told. */
      within: z.optional(z.enum(['expired', ...EXPIRY_WINDOWS])),
      course: z.optional(idText),
    },
  }),
  response: page(
    z.object({
      id,
      number: z.string(),
      user: person,
      course: named,
      expires_at: instant,
      expired: z.boolean(),
      /** When the last mail about it was queued. */
      reminded_at: z.nullable(instant),
    }),
  ),
});
