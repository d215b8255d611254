import type { ResponseOf } from '#contract/platform';
import type { statisticColumns } from '#contract/insight/statistics';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { safely } from '../../../../lib/api/safely.ts';

export type StatisticColumn = ResponseOf<typeof statisticColumns>['columns'][number];

/** A longer choice is kept in the browser alone. */
const LONGEST_IN_ADDRESS = 300;
const PARAM = 'columns';

export interface ChosenColumns {
  /** In the order of the table. */
  chosen: StatisticColumn[];
  isDefault: boolean;
  choose: (keys: ReadonlySet<string>) => void;
  reset: () => void;
}

/**
 * Which columns the table shows: as the address said when it was opened, else as this browser was told for the course, else those shown
 * first. Locked ones are always there.
 */
export function useColumns(course_id: number, columns: readonly StatisticColumn[]): ChosenColumns {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const place = `osnova.statistic_columns.${course_id}`;
  const [asked, setAsked] = useState(
    () => new URLSearchParams(search).get(PARAM) ?? localStorage.getItem(place),
  );
  const known = asked?.split(',').filter((key) => columns.some((column) => column.key === key)) ?? [];
  const isDefault = known.length === 0;
  const isShown = ({ key, locked, default_visible }: StatisticColumn) =>
    locked || (isDefault ? default_visible : known.includes(key));

  function keep(text: string | null): void {
    setAsked(text);
    if (text === null) localStorage.removeItem(place);
    else safely(() => localStorage.setItem(place, text));
    const next = new URLSearchParams(search);
    if (text === null || text.length > LONGEST_IN_ADDRESS) next.delete(PARAM);
    else next.set(PARAM, text);
    void navigate({ search: next.toString(), hash }, { replace: true, preventScrollReset: true });
  }

  return {
    chosen: columns.filter(isShown),
    isDefault,
    choose: (keys) => {
      const chosen = columns.filter(({ key, locked }) => locked || keys.has(key)).map(({ key }) => key);
      keep(chosen.join(','));
    },
    reset: () => keep(null),
  };
}
