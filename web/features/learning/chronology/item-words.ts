import { useTranslations } from 'use-intl';
import { dateText } from '../../../lib/words/dates.ts';
import { readsAsDate } from '../../../lib/words/wall-clock.ts';
import type { Tone } from '../../../ui/state/status-badge.tsx';
import type { Item, ItemState, Own } from './chronology.ts';

type Settings = Pick<
  Item,
  | 'access_rule'
  | 'access_from'
  | 'opens'
  | 'opens_on'
  | 'opens_after_days'
  | 'due'
  | 'due_on'
  | 'due_after_days'
  | 'after_due'
>;

export const STATE_TONES: Record<ItemState, Tone> = {
  locked: 'neutral',
  open: 'active',
  in_progress: 'active',
  done: 'good',
  overdue: 'bad',
};

/** A day of the calendar, which is the same wherever it is read. */
const dayText = (day: string) => dateText(`${day}T12:00:00`);

/** The settings of an item as sentences; one that is missing or unfinished is left out. */
export function useItemWords(): (item: Settings) => string[] {
  const t = useTranslations('chronology.words');
  return (item) => {
    const { access_rule, access_from, opens, opens_on, opens_after_days, due, due_on, due_after_days } = item;
    const rule =
      access_rule === 'from_date'
        ? access_from && readsAsDate(access_from) && t('from_date', { date: dayText(access_from) })
        : access_rule === 'always'
          ? opens === 'none' && t('always')
          : t(access_rule);
    const opening =
      opens === 'date'
        ? opens_on && readsAsDate(opens_on) && t('opens_date', { date: dayText(opens_on) })
        : opens !== 'none' && opens_after_days !== null && t(`opens_${opens}`, { count: opens_after_days });
    const term =
      due === 'date'
        ? due_on && readsAsDate(due_on) && t('due_date', { date: dayText(due_on) })
        : due !== 'none' && due_after_days !== null && t(`due_${due}`, { count: due_after_days });
    const late = term && item.after_due === 'block' && t('block');
    return [rule, opening, term, late].filter((words): words is string => Boolean(words));
  };
}

type Lock = Pick<Own, 'reason' | 'after' | 'opens_at'> & { due_at?: Own['due_at'] };

/** More would make a page of what follows each other. */
const NAMES_SHOWN = 5;
const DAY_MS = 86_400_000;

/** Why an item is locked and what opens it, and until when it is to be done, as the student reads it. */
export function useOwnWords(timeZone?: string) {
  const t = useTranslations('chronology');
  const day = (instant: string) => dateText(instant, timeZone);
  return {
    reason({ reason, after, opens_at, due_at = null }: Lock): string | null {
      if (reason === null) return null;
      if (reason === 'overdue' && due_at === null) return t('reasons.overdue_undated');
      const names = after.slice(0, NAMES_SHOWN).map(({ name }) => name);
      const date = reason === 'overdue' ? due_at : opens_at;
      const words = t(`reasons.${reason}`, {
        names: names.join(', '),
        more: after.length - names.length,
        date: date ? day(date) : '',
      });
      const isLater = opens_at !== null && reason.startsWith('previous');
      return isLater ? `${words}. ${t('reasons.not_before', { date: day(opens_at) })}` : words;
    },
    due({ state, due_at, done_at }: Own): string | null {
      if (state === 'done') return done_at && t('done_on', { date: day(done_at) });
      if (due_at === null) return null;
      const days = (Date.parse(due_at) - Date.now()) / DAY_MS;
      const left =
        days < 0 ? t('days_late', { count: Math.ceil(-days) }) : t('days_left', { count: Math.floor(days) });
      return `${t('due_on', { date: day(due_at) })} · ${left}`;
    },
  };
}
