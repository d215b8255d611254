import * as z from 'zod/mini';
import { timeZone } from '../../identity/companies/contract.ts';
import { byComma, endpoint, flag, id, instant, listQuery, nothing, page } from '../../platform/contract.ts';

/** What is told; each can be left out of the mail, none out of the app, where all but the digest stand. */
export const NOTIFICATION_KINDS = [
  'course_assigned',
  'due_soon',
  'retake_granted',
  'result',
  'certificate',
  'webinar',
  'reminder',
  'digest',
] as const;
const kind = z.enum(NOTIFICATION_KINDS);
export type NotificationKind = z.output<typeof kind>;

/** What is told of each kind, as SQL names it in `params`; '' for a kind that tells one thing, or one before all others. */
export const NOTIFICATION_EVENTS = {
  course_assigned: [''],
  due_soon: [
    'step',
    'course',
    'retake',
    'overdue',
    'retake_overdue',
    'moved',
    'undated',
    'opened',
    'opened_until',
  ],
  retake_granted: ['retake'],
  result: [
    'published',
    'ready',
    'notes',
    'regraded',
    'remarked',
    'annul',
    'cancel',
    'restore',
    'reinstate',
    'decline',
  ],
  certificate: ['issued', 'renewed', 'reopened', 'soon', 'soon_open', 'expired', 'expired_open'],
  webinar: ['invited', 'moved', 'canceled', 'uninvited', 'day', 'hour', 'recorded'],
  reminder: ['', 'name', 'retake_asked', 'dispatch_refused'],
  /** A mail alone: what it counts stands in Today. */
  digest: [],
} as const satisfies Record<NotificationKind, readonly string[]>;

/** A kind with its event, as `mail_notifications` puts them together. */
export type Told<K extends NotificationKind = NotificationKind> = {
  [One in K]: (typeof NOTIFICATION_EVENTS)[One][number] extends infer E
    ? E extends ''
      ? One
      : `${One}_${E & string}`
    : never;
}[K];

/** What its sentence names, as it was called then; which of it stands there depends on kind and event. */
const params = z.object({
  /** Of several things that a kind tells, which one: of `NOTIFICATION_EVENTS`, or what a later release has added. */
  event: z.optional(z.string()),
  name: z.optional(z.nullable(z.string())),
  course: z.optional(z.nullable(z.string())),
  program: z.optional(z.string()),
  author: z.optional(z.string()),
  /** The sender's own words. */
  text: z.optional(z.string()),
  /** Of a result that was recounted, in percent. */
  before: z.optional(z.number()),
  after: z.optional(z.number()),
  attempts: z.optional(z.nullable(z.int())),
  minutes: z.optional(z.int()),
  due_at: z.optional(z.nullable(instant)),
  /** Of something due at another time: by when it was. */
  due_was: z.optional(z.nullable(instant)),
  expires_at: z.optional(instant),
  /** The number of one that holds no longer, as people read it. */
  certificate: z.optional(z.string()),
  starts_at: z.optional(instant),
  time_zone: z.optional(z.string()),
});

const notification = z.object({
  id,
  kind,
  /** Where it leads: a path of the product. */
  path: z.string(),
  params,
  created_at: instant,
  read_at: z.nullable(instant),
});

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/v1/notifications',
  access: 'signed_in',
  summary: 'What the caller was told in the current company, newest first',
  query: listQuery({
    page_size: 10,
    ordering: ['created_at'],
    filters: {
      unread: z.optional(flag),
      /** Comma-separated. */
      kinds: z.optional(z.pipe(byComma, z.array(kind))),
    },
  }),
  response: z.extend(page(notification), { unread: z.int() }),
});

export const getUnread = endpoint({
  method: 'GET',
  path: '/api/v1/notifications/unread',
  access: 'signed_in',
  summary: 'How many are not read, and the newest of them, to see whether something came',
  response: z.object({ unread: z.int(), newest: z.nullable(notification) }),
});

export const readNotifications = endpoint({
  method: 'POST',
  path: '/api/v1/notifications/read',
  access: 'signed_in',
  summary: 'Mark as read: those named, or all up to the newest that was on the screen',
  body: z
    .strictObject({
      ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(100))),
      all: z.optional(z.literal(true)),
      up_to: z.optional(id),
    })
    .check(
      z.refine(({ ids, all, up_to }) => (ids ? !all && !up_to : all || up_to), { path: ['ids'] }),
      z.refine(({ all, up_to }) => !all === !up_to, { path: ['up_to'] }),
    ),
  response: nothing,
  status: 204,
});

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
const clock = z.nullable(z.string().check(z.regex(CLOCK)));

const settings = z.object({
  /** Kinds that are not mailed. */
  muted: z.array(kind),
  /** "22:00": mails wait from here to there; null: no quiet hours. */
  quiet_from: z.nullable(z.string()),
  quiet_to: z.nullable(z.string()),
  /** Null: never chosen; then the clocks of the person's first company count. */
  time_zone: z.nullable(z.string()),
});

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/v1/notifications/settings',
  access: 'signed_in',
  summary: 'What the caller wants to be mailed, and when; the same in every company',
  response: settings,
});

export const updateNotificationSettings = endpoint({
  method: 'PATCH',
  path: '/api/v1/notifications/settings',
  access: 'signed_in',
  summary: 'Choose what is mailed, and quiet hours; both their ends or none',
  body: z
    .strictObject({
      muted: z.optional(z.array(kind).check(z.maxLength(NOTIFICATION_KINDS.length))),
      quiet_from: z.optional(clock),
      quiet_to: z.optional(clock),
      time_zone: z.optional(z.nullable(timeZone)),
    })
    .check(
      z.refine(({ quiet_from, quiet_to }) => typeof quiet_from === typeof quiet_to, { path: ['quiet_to'] }),
      z.refine(({ quiet_from, quiet_to }) => !quiet_from || quiet_from !== quiet_to, { path: ['quiet_to'] }),
    ),
  response: settings,
});
