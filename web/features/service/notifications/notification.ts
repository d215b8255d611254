import type { listNotifications, Told } from '#contract/service/notifications';
import type { ResponseOf } from '#contract/platform';
import type { Messages } from '../../../i18n/messages.ts';

export type Notification = ResponseOf<typeof listNotifications>['results'][number];
type Sentence = keyof Messages['notifications']['sentences'];

const SENTENCES = {
  course_assigned: 'course_assigned',
  due_soon_step: 'due_soon_step',
  due_soon_course: 'due_soon_course',
  due_soon_retake: 'due_soon_retake',
  due_soon_moved: 'due_soon_moved',
  due_soon_undated: 'due_soon_undated',
  due_soon_overdue: 'due_soon_overdue',
  due_soon_retake_overdue: 'due_soon_retake_overdue',
  due_soon_opened: 'due_soon_opened',
  due_soon_opened_until: 'due_soon_opened',
  retake_granted_retake: 'retake_granted',
  result_published: 'result_published',
  result_ready: 'result_ready',
  result_notes: 'result_notes',
  result_regraded: 'result_regraded',
  result_remarked: 'result_remarked',
  result_annul: 'result_annul',
  result_cancel: 'result_cancel',
  result_restore: 'result_restore',
  result_reinstate: 'result_reinstate',
  result_decline: 'result_decline',
  certificate_issued: 'certificate_issued',
  certificate_renewed: 'certificate_renewed',
  certificate_soon: 'certificate_soon',
  certificate_expired: 'certificate_expired',
  certificate_soon_open: 'certificate_soon_open',
  certificate_expired_open: 'certificate_expired_open',
  certificate_reopened: 'certificate_reopened',
  webinar_invited: 'webinar_invited',
  webinar_moved: 'webinar_moved',
  webinar_canceled: 'webinar_canceled',
  webinar_uninvited: 'webinar_uninvited',
  webinar_day: 'webinar_day',
  webinar_hour: 'webinar_hour',
  webinar_recorded: 'webinar_recorded',
  reminder: 'reminder',
  reminder_name: 'reminder_name',
  reminder_retake_asked: 'reminder_retake_asked',
  reminder_dispatch_refused: 'reminder_dispatch_refused',
} as const satisfies Record<Told, Sentence>;

/** Which sentence tells it; one that a later release added reads as its kind alone. */
export function sentenceOf({ kind, params }: Notification): Sentence | null {
  const name = params.event ? `${kind}_${params.event}` : kind;
  return name in SENTENCES ? SENTENCES[name as keyof typeof SENTENCES] : null;
}
