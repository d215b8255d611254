import * as z from 'zod/mini';
import { LANGUAGES } from '../../identity/accounts/contract.ts';
import {
  anyText,
  byId,
  endpoint,
  exactText,
  fileAnswer,
  id,
  idText,
  instant,
  listQuery,
  named,
  nothing,
  page,
  text,
  zonedInstant,
} from '../../platform/contract.ts';

export const DISPATCH_STANDARDS = ['1.2', '2004'] as const;

/** How a dispatch stands: its packages open while it is `open`. */
export const DISPATCH_STATES = ['open', 'ended', 'withdrawn'] as const;

/** Of what another system calls a person. */
export const LEARNER_ID_LENGTH = 1000;

/** Most people that one dispatch may be limited to. */
export const PEOPLE_LIMIT = 100_000;

const AT = '/api/v1/course/course/:id/dispatches';
const oneDispatch = z.strictObject({ id: idText, dispatchId: idText });

/** Letters of the name by which staff know one. */
export const DISPATCH_NAME_LENGTH = 120;
const name = text(DISPATCH_NAME_LENGTH);
const max_people = z.nullable(z.int().check(z.gte(1), z.lte(PEOPLE_LIMIT)));
const ends_at = z.nullable(zonedInstant);

export const listDispatches = endpoint({
  method: 'GET',
  path: AT,
  access: 'dispatchCourse',
  summary: 'Where a course is given into other systems, the latest first',
  params: byId,
  query: listQuery({ page_size: 20, ordering: ['created_at', 'name'] }),
  response: page(
    z.object({
      id,
      name: z.string(),
      standard: z.enum(DISPATCH_STANDARDS),
      state: z.enum(DISPATCH_STATES),
      /** How many people may come by it; null: as many as there are licences. */
      max_people: z.nullable(z.int()),
      ends_at: z.nullable(instant),
      withdrawn_at: z.nullable(instant),
      created_at: instant,
      /** When its package was downloaded last. */
      downloaded_at: z.nullable(instant),
      /** When somebody last was not let in for want of a licence or a place. */
      refused_at: z.nullable(instant),
      /** How many people came by it. */
      people: z.int(),
      /** Which group they joined. */
      group: named,
    }),
  ),
});

export const createDispatch = endpoint({
  method: 'POST',
  path: AT,
  access: 'dispatchCourse',
  summary:
    'Give a course into another system: makes what its link package opens, and a group for whoever comes',
  params: byId,
  body: z.strictObject({
    name,
    standard: z._default(z.enum(DISPATCH_STANDARDS), '1.2'),
    max_people: z._default(max_people, null),
    ends_at: z._default(ends_at, null),
  }),
  response: z.object({ id }),
  status: 201,
  idempotent: true,
});

export const updateDispatch = endpoint({
  method: 'PATCH',
  path: `${AT}/:dispatchId`,
  access: 'dispatchCourse',
  summary:
    'Name a dispatch, limit it, or withdraw it, which closes it at once to whoever is in it; also back',
  params: oneDispatch,
  body: z.partial(z.strictObject({ name, max_people, ends_at, withdrawn: z.boolean() })),
  response: nothing,
  status: 204,
});

export const downloadDispatch = endpoint({
  method: 'POST',
  path: `${AT}/:dispatchId/package`,
  access: 'dispatchCourse',
  summary: 'The link package of a dispatch, a zip for the other system; who takes it is recorded',
  params: oneDispatch,
  response: fileAnswer,
  file: 'application/zip',
});

export const listDispatchPeople = endpoint({
  method: 'GET',
  path: `${AT}/:dispatchId/people`,
  access: 'dispatchCourse',
  summary: 'Who came by a dispatch, and how far they are',
  params: oneDispatch,
  query: listQuery({ page_size: 20, ordering: ['last_name', 'joined_at', 'seen_at'] }),
  response: page(
    z.object({
      user_id: id,
      first_name: z.string(),
      last_name: z.string(),
      /** What the other system calls them. */
      learner_id: z.string(),
      joined_at: instant,
      seen_at: instant,
      /** Materials of the course. */
      done: z.int(),
      total: z.int(),
      blocked: z.boolean(),
    }),
  ),
});

export const launchDispatch = endpoint({
  method: 'POST',
  path: '/api/v1/dispatch/launch',
  access: 'public',
  summary:
    'Open a course for somebody in another system, as its link package says who they are; the session is theirs in that course alone',
  body: z.strictObject({
    dispatch: id,
    /** The secret of the package. */
    key: exactText(100),
    /** What the other system calls the person. */
    learner_id: exactText(LEARNER_ID_LENGTH),
    /** As systems of this standard write it: "Last, First". */
    learner_name: z._default(anyText(500), ''),
    language: z._default(z.enum(LANGUAGES), 'uk'),
  }),
  response: z.object({
    access: z.string(),
    /** Stands in the addresses of pictures and files, which are asked for without the token. */
    ticket: z.string(),
    course_id: id,
  }),
});

export const dispatchStanding = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/standing',
  access: 'viewCourseStatus',
  summary: 'How the caller stands in a course, as another system is told: published results alone',
  params: byId,
  response: z.object({
    /** Percent of its materials. */
    progress: z.int(),
    completed: z.boolean(),
    /** Of its exams: passed when each is, failed when one is. */
    success: z.enum(['unknown', 'passed', 'failed']),
    /** The mean of its exams from 0 to 100; null without any. */
    score: z.nullable(z.number()),
  }),
  inDispatch: 'course',
});
