import { IconFilter, IconPlus } from '@tabler/icons-react';
import { type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../control/button/button.tsx';
import { later } from '../../lib/page/later.tsx';
import { FilterDrawing, type FilterList } from './filter.tsx';
import classes from './filter-bar.module.css';
import { FilterPanel } from './filter-panel.tsx';
import { useMedia } from '../layout/use-media.ts';

const FilterSheet = later(() => import('./filter-sheet.tsx'));

interface Props {
  list: FilterList;
  /** The filters in the URL. */
  names: readonly string[];
  /** How many rows they leave. */
  count: number | undefined;
  /** `FilterSelect`, `FilterThing` and their like. */
  children: ReactNode;
}

/** What a list is filtered by: a button that adds a filter and a chip for each that is on; on a phone a sheet of all. */
export function FilterBar({ list, names, count, children }: Props) {
  const t = useTranslations('shell.list');
  const phone = useMedia('(width < 37.5em)');
  const active = names.filter((name) => list.filter(name) !== '').length;
  const clear = () => list.clearFilters(names);
  const clearing = active > 0 && (
    <Button variant="subtle" size="compact-md" onClick={clear}>
      {t('clear_filters')}
    </Button>
  );
  if (phone)
    return (
      <PhoneFilters list={list} active={active} count={count} onClear={clear} clearing={clearing}>
        {children}
      </PhoneFilters>
    );
  return (
    <AddedFilters list={list} active={active} clearing={clearing}>
      {children}
    </AddedFilters>
  );
}

interface PartProps extends Pick<Props, 'list' | 'children'> {
  active: number;
  clearing: ReactNode;
}

function AddedFilters({ list, active, clearing, children }: PartProps) {
  const t = useTranslations('shell.list');
  // What the panel asks: which filter, or one that is on.
  const [asked, setAsked] = useState<{ of: string | null; from: HTMLElement } | null>(null);
  const adding = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const chips = useRef<HTMLDivElement>(null);

  // The chip that had the focus is gone.
  const shown = useRef(active);
  useLayoutEffect(() => {
    if (active < shown.current && document.activeElement === document.body) adding.current?.focus();
    shown.current = active;
  }, [active]);

  return (
    <>
      <Button
        ref={adding}
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        aria-label={t('add_filter')}
        aria-haspopup="menu"
        aria-expanded={asked?.of === null}
        // A press beside the panel closes it, this one too.
        onPointerDown={() => (wasOpen.current = asked !== null)}
        onClick={({ currentTarget }) => {
          if (!wasOpen.current) setAsked({ of: null, from: currentTarget });
          wasOpen.current = false;
        }}
      >
        {t('filter')}
      </Button>
      <span className="unseen" role="status">
        {active > 0 && t('filters_active', { count: active })}
      </span>
      {active > 0 && (
        <div ref={chips} className={classes.chips}>
          <ul className="cluster gap-4 plain shrinks" aria-label={t('filters')}>
            <FilterDrawing value={{ list, part: 'chip', onOpen: (of, from) => setAsked({ of, from }) }}>
              {children}
            </FilterDrawing>
          </ul>
          {clearing}
        </div>
      )}
      {asked && (
        <FilterPanel
          list={list}
          of={asked.of}
          from={asked.from}
          onOpen={(of) => setAsked({ of, from: asked.from })}
          onClose={() => setAsked(null)}
        >
          {children}
        </FilterPanel>
      )}
    </>
  );
}

function PhoneFilters({
  list,
  active,
  count,
  onClear,
  clearing,
  children,
}: PartProps & { count: number | undefined; onClear: () => void }) {
  const t = useTranslations('shell.list');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        className={classes.open}
        variant="default"
        leftSection={<IconFilter size={18} aria-hidden />}
        rightSection={active > 0 && <span className={classes.count}>{active}</span>}
        aria-label={active > 0 ? `${t('filters')}: ${t('filters_active', { count: active })}` : t('filters')}
        onClick={() => setOpened(true)}
      />
      {clearing}
      <Suspense fallback={null}>
        {opened && (
          <FilterSheet count={count ?? 0} {...(active > 0 && { onClear })} onClose={() => setOpened(false)}>
            <FilterDrawing value={{ list, part: 'field' }}>{children}</FilterDrawing>
          </FilterSheet>
        )}
      </Suspense>
    </>
  );
}
