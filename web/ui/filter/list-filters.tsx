import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from './list-filters.module.css';
import { later } from '../../lib/page/later.tsx';

const FilterSheet = later(() => import('./filter-sheet.tsx'));

interface Props {
  /** How many filters are set. */
  active: number;
  /** How many rows they leave. */
  count: number | undefined;
  onClear: () => void;
  /** The fields; above the list their labels are only said. */
  children: (hideLabel: boolean) => ReactNode;
}

/** The filters of a list: above it, or in a drawer where there is no room. */
export function ListFilters({ active, count, onClear, children }: Props) {
  const t = useTranslations('shell.list');
  const wide = useMediaQuery('(width >= 80em)', undefined, { getInitialValueInEffect: false });
  const [opened, setOpened] = useState(false);
  const words = t('filters_active', { count: active });

  if (wide) {
    return (
      <div className={classes.strip} data-filters="strip" role="group" aria-label={t('filters')}>
        {children(true)}
        {active > 0 && (
          <div className={classes.active}>
            <span role="status">{words}</span>
            <Button variant="subtle" size="compact-sm" onClick={onClear}>
              {t('clear_filters')}
            </Button>
          </div>
        )}
      </div>
    );
  }
  return (
    <div className={classes.narrow} data-filters="button">
      <Button
        className={classes.open}
        variant="default"
        leftSection={<IconFilter size={18} aria-hidden />}
        rightSection={active > 0 && <span className={classes.count}>{active}</span>}
        aria-label={active > 0 ? `${t('filters')}: ${words}` : t('filters')}
        onClick={() => setOpened(true)}
      >
        <span className={classes.label}>{t('filters')}</span>
      </Button>
      {active > 0 && (
        <Button variant="subtle" onClick={onClear}>
          {t('clear_filters')}
        </Button>
      )}
      <Suspense fallback={null}>
        {opened && (
          <FilterSheet count={count ?? 0} {...(active > 0 && { onClear })} onClose={() => setOpened(false)}>
            {children(false)}
          </FilterSheet>
        )}
      </Suspense>
    </div>
  );
}
