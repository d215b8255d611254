import type { courseStatistic } from '#contract/insight/statistics';
import { Button, NativeSelect } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ListState } from '../../../../lib/form/list-state.ts';
import { ListBar } from '../../../../ui/list/list-bar.tsx';
import classes from './student-filters.module.css';
import { later } from '../../../../lib/page/later.tsx';

const MoreFilters = later(() => import('./more-filters.tsx'));

type List = ListState<typeof courseStatistic>;

const RANGES = ['progress', 'started', 'last_activity', 'completed', 'percent'] as const;
const FILTERS = [
  'state',
  'group',
  'form',
  'result',
  'blocked',
  'certificate',
  'retake_allowed',
  ...RANGES.flatMap((range) => [`${range}_from`, `${range}_to`]),
];
const STATES = ['new', 'started', 'in_progress', 'finished'] as const;

/** How many filters are set; those in the bar count as well. */
export const activeFilters = (list: List): number =>
  FILTERS.filter((name) => list.filter(name) !== '').length;

interface Props {
  list: List;
  groups: readonly { id: number; name: string }[];
  forms: readonly { id: number; name: string }[];
  /** How many students they leave. */
  count: number | undefined;
}

/** Search, state and group above the table; everything else in a sheet. */
export function StudentFilters({ list, groups, forms, count }: Props) {
  const t = useTranslations('statistics');
  const words = useTranslations('shell.list');
  const [opened, setOpened] = useState(false);
  const active = activeFilters(list);
  const clear = () => list.clearFilters(FILTERS);
  return (
    <>
      <ListBar list={list}>
        <NativeSelect
          aria-label={t('state')}
          value={list.filter('state')}
          onChange={(event) => list.setFilter('state', event.currentTarget.value)}
          data={[
            { value: '', label: t('any_state') },
            ...STATES.map((state) => ({ value: state, label: t(`states.${state}`) })),
          ]}
        />
        {groups.length > 1 && (
          <NativeSelect
            aria-label={t('group')}
            value={list.filter('group')}
            onChange={(event) => list.setFilter('group', event.currentTarget.value)}
            data={[
              { value: '', label: t('any_group') },
              ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
        )}
        <div className={classes.more}>
          <Button
            variant="default"
            leftSection={<IconFilter size={18} aria-hidden />}
            rightSection={active > 0 && <span className={classes.count}>{active}</span>}
            aria-label={
              active > 0
                ? `${t('filters.more')}: ${words('filters_active', { count: active })}`
                : t('filters.more')
            }
            onClick={() => setOpened(true)}
          >
            {t('filters.more')}
          </Button>
          {active > 0 && (
            <Button variant="subtle" onClick={clear}>
              {words('clear_filters')}
            </Button>
          )}
        </div>
      </ListBar>
      <Suspense fallback={null}>
        {opened && (
          <MoreFilters
            list={list}
            forms={forms}
            count={count ?? 0}
            {...(active > 0 && { onClear: clear })}
            onClose={() => setOpened(false)}
          />
        )}
      </Suspense>
    </>
  );
}
