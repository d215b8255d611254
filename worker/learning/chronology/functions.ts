import type { ResponseOf } from '../../platform/contract.ts';
import type { CourseLock } from '../courses/contract.ts';
import type * as contract from './contract.ts';
import {
  boolean,
  instant,
  integer,
  json,
  listOf,
  nothing,
  nullable,
  rows,
  sqlFunction,
  text,
  word,
} from '../../platform/functions.ts';

type Items = ResponseOf<typeof contract.getChronology>['stages'][number]['items'];
type Own = NonNullable<Items[number]['own']>;

/** Where somebody stands with an item: the type `chronology_state`. */
const STATE = {
  user_id: integer,
  item_id: integer,
  course_id: nullable(integer),
  webinar_id: nullable(integer),
  place: integer,
  name: text,
  counts: boolean,
  canceled: boolean,
  state: word<Own['state']>(),
  reason: nullable(word<NonNullable<Own['reason']>>()),
  after: nullable(json<Own['after']>()),
  opened: boolean,
  overdue: boolean,
  opens_at: nullable(instant),
  due_at: nullable(instant),
  done_at: nullable(instant),
};

export const courseLocks = sqlFunction(
  'course_locks',
  { courses: listOf(integer) },
  json<Record<string, CourseLock>>(),
);

export const courseLock = sqlFunction('course_lock', { course: integer }, nullable(json<CourseLock>()));

export const saveChronology = sqlFunction('save_chronology', { program: integer, stages: json() }, nothing);

export const previewChronology = sqlFunction(
  'preview_chronology',
  { program: integer, stages: json() },
  json<ResponseOf<typeof contract.previewChronology>>(),
);

export const chronologyStates = sqlFunction(
  'chronology_states',
  { program: integer, users: listOf(integer) },
  rows(STATE),
);
