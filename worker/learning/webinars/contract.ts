import * as z from 'zod/mini';
import {
  beginUpload,
  completeUpload,
  oneFile,
  partsOfUpload,
  removeFile,
  removePhoto,
  uploadPhoto,
  announcedFile,
  completion,
  storedFile,
} from '../media/contract.ts';
import {
  anyText,
  byComma,
  byId,
  endpoint,
  exactText,
  fileAnswer,
  givenInstant,
  id,
  idText,
  instant,
  listQuery,
  listsRead,
  named,
  nameText,
  nothing,
  optionalText,
  page,
  person,
  personWithPhoto,
  REASON_LENGTH,
} from '../../platform/contract.ts';
import { courseLock } from '../courses/contract.ts';
import { timeZone } from '../../identity/companies/contract.ts';

export const WEBINAR_STATES = ['scheduled', 'live', 'ended', 'recorded', 'canceled'] as const;
export type WebinarState = (typeof WEBINAR_STATES)[number];
const webinarState = z.enum(WEBINAR_STATES);

export const PROVIDERS = ['link', 'zoom', 'meet', 'teams'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** How long before its start one can join a webinar, in minutes (decisions, "Webinar"). */
export const JOIN_BEFORE = 15;

/** Minutes. */
export const DURATION = { min: 5, max: 1440 };
export const CAPACITY_MAX = 100_000;

/** What the caller may do with a webinar; the screens offer these and no others. */
export const WEBINAR_ACTIONS = ['edit', 'cancel', 'delete'] as const;
export type WebinarAction = (typeof WEBINAR_ACTIONS)[number];

/** Of somebody invited; null while it cannot be told yet. joined: waits for the start, and has not attended yet. */
export const ATTENDANCE_STATUSES = ['joined', 'attended', 'left', 'absent'] as const;

const webinarRow = z.object({
  id,
  name: z.string(),
  photo: z.nullable(z.string()),
  host: personWithPhoto,
  provider: z.enum(PROVIDERS),
  starts_at: instant,
  /** Where the start was meant: an IANA name. */
  time_zone: z.string(),
  /** Minutes. */
  duration: z.int(),
  state: webinarState,
  /** Why timelines of programs keep it closed to the student who asks, until when it cannot be joined. */
  locked: z.nullable(courseLock),
  actions: z.array(z.enum(WEBINAR_ACTIONS)),
});

export const listWebinars = endpoint({
  method: 'GET',
  path: '/api/v1/webinar/webinar',
  access: 'viewWebinar',
  summary: 'Webinars in reach; a student gets those they are invited to',
  query: listQuery({
    page_size: 10,
    ordering: ['starts_at', 'name'],
    filters: {
      state: z.optional(webinarState),
      /** upcoming: not over yet. */
      when: z.optional(z.enum(['upcoming', 'past'])),
      course: z.optional(idText),
      program: z.optional(idText),
      group: z.optional(idText),
    },
  }),
  response: z.extend(page(webinarRow), { server_time: instant }),
});

/** A recording that was uploaded takes the place of the one before; other files stand beside each other. */
export const WEBINAR_FILE_KINDS = ['file', 'recording'] as const;
const fileKind = z.enum(WEBINAR_FILE_KINDS);
const webinarFile = z.extend(storedFile, { kind: fileKind });

export const getWebinar = endpoint({
  method: 'GET',
  path: '/api/v1/webinar/webinar/:id',
  access: 'viewWebinar',
  summary: 'A webinar',
  params: byId,
  response: z.extend(webinarRow, {
    description: z.string(),
    cohosts: z.array(personWithPhoto),
    courses: z.array(named),
    programs: z.array(named),
    groups: z.array(named),
    /** Null: unlimited. */
    capacity: z.nullable(z.int()),
    /** People who joined. */
    joined: z.int(),
    /** Null for a student, who gets it by joining. */
    join_url: z.nullable(z.string()),
    has_address: z.boolean(),
    /** Empty like the files while it is locked. */
    recording_url: z.string(),
    files: z.array(webinarFile),
    cancel_reason: z.string(),
    /** When the caller joined and left. */
    joined_at: z.nullable(instant),
    left_at: z.nullable(instant),
    server_time: instant,
  }),
});

const httpsAddress = (max: number) => anyText(max).check(z.refine(isHttps));

function isHttps(value: string): boolean {
  if (value === '') return true;
  const url = URL.parse(value);
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '';
}

/** Whether the address is one of the provider's; a plain link may be any. */
export function providerFits(provider: Provider, address: string): boolean {
  const host = URL.parse(address)?.hostname ?? '';
  if (address === '' || provider === 'link') return true;
  if (provider === 'zoom') return host === 'zoom.us' || host.endsWith('.zoom.us');
  if (provider === 'meet') return host === 'meet.google.com';
  return host === 'teams.microsoft.com' || host === 'teams.live.com';
}

/** In this century: further away is a slip of the keyboard. */
const isSensible = (value: string) => value >= '2000' && value < '2100';

const webinarBody = {
  name: nameText(),
  description: optionalText(20_000),
  /** The caller unless told. */
  host_id: z.optional(id),
  cohost_ids: z.optional(z.array(id).check(z.maxLength(50))),
  course_ids: z.optional(z.array(id).check(z.maxLength(100))),
  program_ids: z.optional(z.array(id).check(z.maxLength(100))),
  group_ids: z.optional(z.array(id).check(z.maxLength(100))),
  provider: z.optional(z.enum(PROVIDERS)),
  join_url: z.optional(httpsAddress(1000)),
  starts_at: givenInstant.check(z.refine(isSensible)),
  /** Of a new one the company's unless told. */
  time_zone: z.optional(timeZone),
  duration: z.int().check(z.gte(DURATION.min), z.lte(DURATION.max)),
  capacity: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(CAPACITY_MAX)))),
  recording_url: z.optional(httpsAddress(1000)),
};

/** As the webinar itself is answered. */
const answered = {
  host: 'host_id',
  cohosts: 'cohost_ids',
  courses: 'course_ids',
  programs: 'program_ids',
  groups: 'group_ids',
};

export const createWebinar = endpoint({
  method: 'POST',
  path: '/api/v1/webinar/webinar',
  access: 'editWebinar',
  summary: 'Create a webinar; a manager or trainer ties it to something in reach',
  alsoNamed: answered,
  body: z.strictObject(webinarBody),
  response: z.object({ id }),
  status: 201,
  idempotent: true,
});

export const updateWebinar = endpoint({
  method: 'PATCH',
  path: '/api/v1/webinar/webinar/:id',
  access: 'editWebinar',
  summary: 'Change a webinar; links out of reach stay',
  params: byId,
  alsoNamed: answered,
  body: z.partial(
    z.strictObject({
      ...webinarBody,
      lists_read: listsRead('cohost_ids', 'course_ids', 'program_ids', 'group_ids'),
    }),
  ),
  response: nothing,
  status: 204,
});

/** What is told of what hosts hold at the same time, at most. */
export const CLASHES_SHOWN = 10;

export const listHostClashes = endpoint({
  method: 'GET',
  path: '/api/v1/webinar/host_clashes',
  access: 'editWebinar',
  summary:
    'Webinars that hosts in reach hold at a time, before one more is given to them; it is not forbidden',
  query: z.strictObject({
    /** Of host and co-hosts. */
    host_ids: z.pipe(byComma, z.array(z.string().check(z.regex(/^[1-9]\d{0,8}$/))).check(z.maxLength(51))),
    starts_at: givenInstant.check(z.refine(isSensible)),
    duration: z.coerce.number().check(z.int(), z.gte(DURATION.min), z.lte(DURATION.max)),
    /** The webinar that is changed: none of its own clashes. */
    except: z.optional(idText),
  }),
  response: z.object({
    results: z.array(
      z.object({
        host: person,
        /** null: out of the caller's reach. */
        webinar: z.nullable(named),
        starts_at: instant,
        duration: z.int(),
      }),
    ),
  }),
});

export const deleteWebinar = endpoint({
  method: 'DELETE',
  path: '/api/v1/webinar/webinar/:id',
  access: 'editWebinar',
  summary: 'Delete a webinar (hidden, restorable)',
  params: byId,
  response: nothing,
  status: 204,
});

export const cancelWebinar = endpoint({
  method: 'POST',
  path: '/api/v1/webinar/webinar/:id/cancel',
  access: 'editWebinar',
  summary: 'Call a webinar off; those invited get a mail with the reason',
  params: byId,
  body: z.strictObject({ reason: optionalText(REASON_LENGTH) }),
  response: nothing,
  status: 204,
});

export const joinWebinar = endpoint({
  method: 'POST',
  path: '/api/v1/webinar/webinar/:id/join',
  access: 'viewWebinar',
  summary:
    'The join address, from 15 minutes before the start until the end; counts as attendance from the start on',
  params: byId,
  response: z.object({ join_url: z.string() }),
});

export const leaveWebinar = endpoint({
  method: 'POST',
  path: '/api/v1/webinar/webinar/:id/leave',
  access: 'viewWebinar',
  summary: 'The caller has left a webinar they joined',
  params: byId,
  response: nothing,
  status: 204,
});

export const listAttendance = endpoint({
  method: 'GET',
  path: '/api/v1/webinar/webinar/:id/attendance',
  access: 'editWebinar',
  summary: 'Who is invited to a webinar, and who came',
  params: byId,
  query: listQuery({
    page_size: 10,
    ordering: ['last_name', 'joined_at'],
    filters: { status: z.optional(z.enum([...ATTENDANCE_STATUSES, 'none'])) },
  }),
  response: z.extend(
    page(
      z.extend(personWithPhoto, {
        status: z.nullable(z.enum(ATTENDANCE_STATUSES)),
        joined_at: z.nullable(instant),
        left_at: z.nullable(instant),
        /** Of the webinar’s time, as far as it has passed; null for who did not join by the button. */
        minutes: z.nullable(z.int()),
        /** join: by the button; manual: noted by the host. */
        source: z.nullable(z.enum(['join', 'manual'])),
      }),
    ),
    { totals: z.object({ invited: z.int(), came: z.int() }) },
  ),
});

export const noteAttendance = endpoint({
  method: 'POST',
  path: '/api/v1/webinar/webinar/:id/attendance',
  access: 'editWebinar',
  summary: 'Note by hand whether somebody came',
  params: byId,
  body: z.strictObject({ user_id: id, status: z.enum(['attended', 'absent']) }),
  response: nothing,
  status: 204,
});

export const webinarCalendar = endpoint({
  method: 'GET',
  path: '/api/v1/webinar/webinar/:id/calendar',
  access: 'viewWebinar',
  summary: 'The webinar as a calendar file (RFC 5545)',
  params: byId,
  response: fileAnswer,
  file: 'text/calendar; charset=utf-8',
});

const PICTURE = {
  at: '/api/v1/webinar/webinar/:id',
  access: 'editWebinar',
  of: 'a webinar’s picture',
  formats: 'PNG, JPEG, GIF or SVG',
} as const;
export const uploadWebinarPhoto = uploadPhoto(PICTURE);
export const removeWebinarPhoto = removePhoto(PICTURE);

const UPLOADER = '/api_uploader/v1/webinar/webinar/:id';
const UPLOAD = `${UPLOADER}/upload_file/:fileId`;

export const uploadWebinarFile = beginUpload({
  path: `${UPLOADER}/upload_file`,
  access: 'editWebinar',
  of: 'a webinar, or its recording',
  params: byId,
  query: z.strictObject({ name: z.optional(exactText(255)), kind: z.optional(fileKind) }),
  body: z.extend(announcedFile, { kind: z.optional(fileKind) }),
});

export const listWebinarFileParts = partsOfUpload({
  path: `${UPLOAD}/parts`,
  access: 'editWebinar',
  params: oneFile,
});

export const completeWebinarFile = completeUpload({
  path: `${UPLOAD}/complete`,
  access: 'editWebinar',
  params: oneFile,
  body: completion,
  response: webinarFile,
});

export const deleteWebinarFile = removeFile({
  path: `${UPLOADER}/delete_file/:fileId`,
  alsoBy: 'POST',
  access: 'editWebinar',
  params: oneFile,
});
