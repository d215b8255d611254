import {
  instant,
  integer,
  json,
  nothing,
  nullable,
  rows,
  sqlFunction,
  text,
  word,
} from '../../platform/functions.ts';

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
