import { linkedPath } from '#contract/access';
import { type NotificationKind, readNotifications } from '#contract/service/notifications';
import {
  IconAlarm,
  IconBook2,
  IconCalendarEvent,
  IconCertificate,
  IconChecklist,
  IconMessage2,
  IconRefresh,
  IconReportAnalytics,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormatter, useNow, useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useProfile } from '../../../lib/session/session.ts';
import { dateText, dateTimeText } from '../../../lib/words/dates.ts';
import { useNumbers } from '../../../lib/words/numbers.ts';
import { type Notification, sentenceOf } from './notification.ts';
import classes from './notifications.module.css';

const ICONS: Record<NotificationKind, TablerIcon> = {
  course_assigned: IconBook2,
  due_soon: IconAlarm,
  retake_granted: IconRefresh,
  result: IconChecklist,
  certificate: IconCertificate,
  webinar: IconCalendarEvent,
  digest: IconReportAnalytics,
  reminder: IconMessage2,
};

interface Props {
  notification: Notification;
  onFollow?: () => void;
}

/** One thing the person was told: leads to its page, and is read by that. */
export function NotificationRow({ notification, onFollow }: Props) {
  const t = useTranslations('notifications');
  const { id, kind, path, created_at, read_at } = notification;
  const { space_pk, type_user } = useProfile().current_login_info;
  // All of it speaks to who learns, but for webinars, which are held, too.
  const isHere = type_user === 'student' || kind === 'webinar';
  const Icon = ICONS[kind];

  function follow(): void {
    // Should it not arrive, it stays unread: nothing that the person has to know of.
    if (!read_at) call(readNotifications, { body: { ids: [id] } }).catch(() => undefined);
    onFollow?.();
  }

  return (
    <li className="ruled">
      <Link
        to={isHere ? path : `${linkedPath(space_pk, 'student')}${path}`}
        className={`${classes.row} lit ring-in`}
        data-unread={!read_at || undefined}
        onClick={follow}
      >
        <span className={classes.icon} data-kind={kind}>
          <Icon size={20} stroke={1.7} aria-hidden />
        </span>
        <span className="stack shrinks anywhere gap-1">
          {!read_at && <span className="unseen">{t('unread_one')} </span>}
          <Sentence notification={notification} />
          <Details notification={notification}>
            <Since at={created_at} />
          </Details>
        </span>
        {!read_at && <span className={classes.dot} aria-hidden />}
      </Link>
    </li>
  );
}

function Sentence({ notification }: { notification: Notification }) {
  const t = useTranslations('notifications');
  const sentence = sentenceOf(notification);
  const { name, course, program, author } = notification.params;
  if (!sentence) return <span className={classes.sentence}>{t(`kinds.${notification.kind}.title`)}</span>;
  return (
    <span className={classes.sentence}>
      {t.rich(`sentences.${sentence}`, {
        name: name ?? '',
        course: course ?? '',
        program: program ?? '',
        author: author ?? '',
        b: (words) => <b className={notification.read_at ? 'medium' : ''}>{words}</b>,
      })}
    </span>
  );
}

/** What else it says: when, by when, how many attempts, or the sender's own words. */
function Details({
  notification: { params },
  children,
}: {
  notification: Notification;
  children: ReactNode;
}) {
  const t = useTranslations('notifications.details');
  const format = useNumbers();
  const { due_at, due_was, event, expires_at, starts_at, attempts, text, before, after, certificate } =
    params;
  const details = [
    before !== undefined &&
      after !== undefined &&
      t('recount', { before: format.result(before), after: format.result(after) }),
    certificate && t('certificate', { number: certificate }),
    attempts && t('attempts', { count: attempts }),
    due_at && t('due', { date: dateText(due_at) }),
    due_was && t('due_was', { date: dateText(due_was) }),
    expires_at && t('until', { date: dateText(expires_at) }),
    starts_at && t(startOf(event), { time: dateTimeText(starts_at) }),
  ].filter(Boolean);
  return (
    <>
      {text && <span className={classes.quote}>{text}</span>}
      <span className="quiet">
        {details.map((detail) => `${detail} · `)}
        {children}
      </span>
    </>
  );
}

const MINUTE = 60_000;
const WEEK = 7 * 24 * 60 * MINUTE;

function Since({ at }: { at: string }) {
  const t = useTranslations('notifications');
  const format = useFormatter();
  const now = useNow({ updateInterval: MINUTE });
  const ago = now.getTime() - Date.parse(at);
  const words =
    ago < MINUTE
      ? t('just_now')
      : ago < WEEK
        ? format.relativeTime(new Date(at), { now, style: 'short' })
        : dateText(at);
  return (
    <time dateTime={at} title={dateTimeText(at)}>
      {words}
    </time>
  );
}

const startOf = (event: string | undefined) =>
  event === 'canceled' ? 'was_to_start' : event === 'recorded' ? 'took_place' : 'starts';
