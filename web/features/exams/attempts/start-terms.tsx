import type { formIntroduction } from '#contract/exams/attempts';
import type { ResponseOf } from '#contract/platform';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { queryClient } from '../../../lib/api/use-data.ts';
import { dateTimeText } from '../../../lib/words/dates.ts';
import { Notice } from '../../../ui/state/notice.tsx';

type Introduction = ResponseOf<typeof formIntroduction>;

/** Longer timers overflow. */
const LONGEST_MS = 86_400_000;

/** Why a test cannot be started now, and from when it can: then it is looked at anew. */
export function StartTerms({ terms, action }: { terms: Introduction['start_terms']; action: ReactNode }) {
  const t = useTranslations('attempts.introduction');
  const { waits_for, opens_at, closes_at } = terms;
  const [shown] = useState(() => Date.now());
  useEffect(() => {
    if (opens_at === null) return;
    const wait = Date.parse(opens_at) - Date.now() + 500;
    if (wait > LONGEST_MS) return;
    const timer = setTimeout(() => void queryClient.invalidateQueries(), Math.max(wait, 1_000));
    return () => clearTimeout(timer);
  }, [opens_at]);
  if (waits_for === null) return null;
  const date = waits_for === 'closed' ? closes_at : opens_at;
  // It is over for somebody whose pause ends after it, while it is still open.
  const ahead = waits_for === 'closed' && closes_at !== null && Date.parse(closes_at) > shown;
  return (
    <Notice
      tone="neutral"
      title={t(ahead ? 'closes_in_pause' : `${waits_for}_title`, {
        date: date === null ? '' : dateTimeText(date),
      })}
      action={action}
    >
      {t(`${waits_for}_text`)}
    </Notice>
  );
}

/** What the conditions of a start say beforehand. */
export function useTermNotes({ start_terms, state, attempts_left, locked }: Introduction): string[] {
  const t = useTranslations('attempts.introduction');
  const pause = usePauseText();
  const { waits_for, opens_at, closes_at, ends_at, pause_minutes, needs_code, one_way, by_section } =
    start_terms;
  if (waits_for === 'closed' || state === 'canceled') return [];
  return [
    needs_code && t('note_code'),
    one_way && t(by_section ? 'note_sections_one_way' : 'note_one_way'),
    // Where something else is waited for, a notice says that.
    locked && opens_at !== null && t('note_opens', { date: dateTimeText(opens_at) }),
    closes_at !== null && closes_at !== ends_at && t('note_closes', { date: dateTimeText(closes_at) }),
    ends_at !== null && t('note_ends', { date: dateTimeText(ends_at) }),
    pause_minutes !== null && attempts_left !== 1 && t('note_pause', { pause: pause(pause_minutes) }),
  ].filter((note) => note !== false);
}

function usePauseText(): (minutes: number) => string {
  const t = useTranslations('attempts.introduction');
  return (minutes) => {
    if (minutes % 1440 === 0) return t('pause_days', { count: minutes / 1440 });
    return minutes % 60 === 0
      ? t('pause_hours', { count: minutes / 60 })
      : t('pause_minutes', { count: minutes });
  };
}
