import { useTranslations } from 'use-intl';
import { dateText } from '../../lib/words/dates.ts';
import { daysLeft } from '../../lib/words/next-step.ts';
import { StatusBadge } from '../state/status-badge.tsx';

interface Due {
  due_at: string | null;
  overdue: boolean;
}

/** By when a course is due, and how many days that leaves; '' where it is not. */
export function useDueText() {
  const t = useTranslations('step');
  return ({ due_at, overdue }: Due): string => {
    if (!due_at) return '';
    const date = dateText(due_at);
    const left = overdue ? null : daysLeft(due_at);
    if (left !== null && left <= 30) return t('due_left', { date, left: t('days_left', { count: left }) });
    return t(overdue ? 'was_due' : 'due', { date });
  };
}

export function DueBadge({ due }: { due: Due }) {
  const text = useDueText()(due);
  return text === '' ? null : <StatusBadge tone={due.overdue ? 'bad' : 'warning'}>{text}</StatusBadge>;
}
