import { useNow, useTranslations } from 'use-intl';
import { dateText } from '../../../lib/words/dates.ts';
import type { Notification } from './notification.ts';
import { NotificationRow } from './notification-row.tsx';
import classes from './notifications.module.css';

interface Props {
  notifications: readonly Notification[];
  /** Of the two headings, which stand below the one of the panel or the page. */
  heading: 'h2' | 'h3';
  onFollow?: () => void;
}

/** Today's and earlier ones, newest first. */
export function NotificationDays({ notifications, heading: Heading, onFollow }: Props) {
  const t = useTranslations('notifications');
  const today = dateText(useNow());
  const isToday = ({ created_at }: Notification) => dateText(created_at) === today;
  const days = [
    { key: 'today', rows: notifications.filter(isToday) },
    { key: 'earlier', rows: notifications.filter((each) => !isToday(each)) },
  ] as const;
  return days.map(
    ({ key, rows }) =>
      rows.length > 0 && (
        <section key={key} className="apart">
          <Heading className={classes.date}>{t(key)}</Heading>
          <ul className="plain box clips">
            {rows.map((each) => (
              <NotificationRow key={each.id} notification={each} {...(onFollow && { onFollow })} />
            ))}
          </ul>
        </section>
      ),
  );
}
