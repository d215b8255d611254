import { useFormatter, useTranslations } from 'use-intl';
import type { Filter } from '../import-rows.ts';
import classes from './outcome-filter.module.css';
import type { Check } from './use-check.ts';

const ORDER: readonly Filter[] = [
  'all',
  'create',
  'add_membership',
  'update',
  'renamed',
  'unchanged',
  'error',
  'no_licence',
  'left_out',
];
const TONES: Readonly<Record<Filter, 'good' | 'active' | 'warning' | 'bad' | 'neutral'>> = {
  all: 'neutral',
  create: 'good',
  add_membership: 'good',
  update: 'active',
  renamed: 'warning',
  unchanged: 'neutral',
  error: 'bad',
  no_licence: 'bad',
  left_out: 'neutral',
};

/** Named only when there are some. */
const RARE: readonly Filter[] = ['add_membership', 'renamed', 'no_licence', 'left_out'];

interface Props {
  check: Check;
  value: Filter;
  onChange: (filter: Filter) => void;
}

/** How many rows do what; each number shows its rows. */
export function OutcomeFilter({ check, value, onChange }: Props) {
  const t = useTranslations('imports');
  const { number } = useFormatter();
  const countOf = (filter: Filter) => {
    if (filter === 'all') return check.rows.length;
    if (filter === 'error') return check.mistakes;
    if (filter === 'no_licence') return check.unlicensed;
    if (filter === 'renamed') return check.renamed;
    return filter === 'left_out' ? check.leftOut.size : check.totals[filter];
  };
  return (
    <div role="group" aria-label={t('filter')} className={classes.cards}>
      {ORDER.map((filter) => {
        const count = countOf(filter);
        const isChosen = filter === value;
        if (count === 0 && !isChosen && RARE.includes(filter)) return null;
        return (
          <button
            key={filter}
            type="button"
            className={`${classes.card} lit picks`}
            data-tone={TONES[filter]}
            aria-pressed={isChosen}
            disabled={count === 0 && !isChosen}
            onClick={() => onChange(filter)}
          >
            <span className={classes.count}>{number(count)}</span>
            <span className={`${classes.label} ${isChosen ? '' : 'dim'}`}>{t(`filters.${filter}`)}</span>
          </button>
        );
      })}
    </div>
  );
}
