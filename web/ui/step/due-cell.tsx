import { useTranslations } from 'use-intl';
import { dateText } from '../../lib/words/dates.ts';

interface Props {
  due: {
    due_at: string | null;
    overdue: boolean;
    finished_at: string | null;
    finished_late_days: number | null;
  };
  /** Stands below the date of what is not finished. */
  note?: string | false;
}

/** In a table, by when something is due, or was, and how late it was finished. */
export function DueCell({ due: { due_at, overdue, finished_at, finished_late_days: late }, note }: Props) {
  const t = useTranslations('step');
  if (!due_at) return '—';
  const date = dateText(due_at);
  if (overdue) return <strong className="bad">{date}</strong>;
  const words =
    finished_at === null || late === null
      ? note
      : t(late === 0 ? 'finished_in_time' : 'finished_late', { date: dateText(finished_at), count: late });
  return (
    <span className="stack">
      {date}
      {words && <span className="fine regular">{words}</span>}
    </span>
  );
}
