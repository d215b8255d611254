import type { ResponseOf } from '../../platform/contract.ts';
import type { CourseLock } from '../courses/contract.ts';
import type * as contract from './contract.ts';
import type { WebinarState } from './contract.ts';
import {
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
} from '../../platform/database/functions.ts';

type Person = ResponseOf<typeof contract.listAttendance>['results'][number];
type Refusal =
  | 'webinar_canceled'
  | 'webinar_not_open'
  | 'webinar_ended'
  | 'webinar_without_address'
  | 'webinar_full';

export const joinWebinar = sqlFunction(
  'join_webinar',
  { webinar: integer },
  rows({ join_url: text, refusal: nullable(word<Refusal>()), opens_at: instant }),
);

/** Why timelines close it to the student who asks. */
export const webinarLock = sqlFunction('webinar_lock', { webinar: integer }, nullable(json<CourseLock>()));

type Clash = ResponseOf<typeof contract.listHostClashes>['results'][number];

export const hostClashes = sqlFunction(
  'host_clashes',
  { hosts: listOf(integer), starts_at: instant, minutes: integer, except: nullable(integer), limit: integer },
  rows({
    host: json<Clash['host']>(),
    webinar: nullable(json<NonNullable<Clash['webinar']>>()),
    starts_at: instant,
    duration: integer,
  }),
);

export const leaveWebinar = sqlFunction('leave_webinar', { webinar: integer }, nothing);

export const noteAttendance = sqlFunction(
  'note_attendance',
  { webinar: integer, user: integer, status: text },
  rows({ refusal: nullable(word<Refusal>()), opens_at: instant }),
);

export const remindOfWebinars = sqlFunction('remind_of_webinars', { mails: json() }, integer);

export const cancelWebinar = sqlFunction(
  'cancel_webinar',
  { webinar: integer, reason: text, mails: json() },
  nothing,
);

export const saveWebinar = sqlFunction(
  'save_webinar',
  { webinar: nullable(integer), fields: json() },
  integer,
);

export const deleteWebinar = sqlFunction('delete_webinar', { webinar: integer }, nothing);

export const setWebinarPhoto = sqlFunction(
  'set_webinar_photo',
  { webinar: integer, photo: nullable(json()) },
  rows({ id: integer, dropped: nullable(text) }),
);

export const webinarPeople = sqlFunction(
  'webinar_people',
  { webinar: integer },
  rows({
    id: integer,
    first_name: text,
    last_name: text,
    photo: nullable(text),
    joined_at: nullable(instant),
    left_at: nullable(instant),
    source: nullable(word<NonNullable<Person['source']>>()),
    status: nullable(word<NonNullable<Person['status']>>()),
    minutes: nullable(integer),
  }),
);

export const webinarState = sqlFunction(
  'webinar_state',
  { starts_at: instant, duration: integer, canceled_at: instant, recording_url: text, now: instant },
  word<WebinarState>(),
);

export const zonedText = sqlFunction('zoned_text', { at: instant, zone: text, language: text }, text);
