import { useTranslations } from 'use-intl';
import { dateText } from '../../lib/words/dates.ts';
import { daysLeft } from '../../lib/words/next-step.ts';
import { StatusBadge } from '../state/status-badge.tsx';

interface Due {
  due_at: string | null;
  overdue: boolean;
  /** Of what is finished; 0: in time. */
  finished_late_days?: number | null;
}

/** By when a course is due, and how many days that leaves, or how late it was finished; '' where it is not. */
export function useDueText() {
  const t = useTranslations('step');
  return ({ due_at, overdue, finished_late_days: late = null }: Due): string => {
    if (!due_at) return '';
    const date = dateText(due_at);
    if (late !== null) return t(late === 0 ? 'in_time' : 'late', { date, count: late });
    const left = overdue ? null : daysLeft(due_at);
    if (left !== null && left <= 30) return t('due_left', { date, left: t('days_left', { count: left }) });
    return t(overdue ? 'was_due' : 'due', { date });
  };
}

export function DueBadge({ due }: { due: Due }) {
  const text = useDueText()(due);
  const tone = due.overdue ? 'bad' : due.finished_late_days === 0 ? 'neutral' : 'warning';
  return text === '' ? null : <StatusBadge tone={tone}>{text}</StatusBadge>;
}
