import { IconArrowsSort } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { memo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { NativeSelect } from '../control/field/native-select.tsx';
import { Skeleton } from '../state/skeleton.tsx';
import type { AnyEndpoint } from '../../lib/api/api.ts';
import type { ListState } from '../../lib/form/list-state.ts';
import { Loaded } from '../state/loaded.tsx';
import classes from './list-body.module.css';
import { Pages } from './pages.tsx';
import { PageCheckbox } from '../table/row-checkbox.tsx';
import type { Selection } from './selection.ts';
import { useLastPage } from './use-last-page.ts';
import { useWholeList } from './use-whole-list.ts';

interface Page<R> {
  results: R[];
  count: number;
  total_pages: number;
}

export interface ListBodyProps<R, E extends AnyEndpoint> {
  /** `useData(list…, { query: list.query, keep: true })` */
  query: UseQueryResult<Page<R>>;
  /** `useListState(list…)` */
  list: ListState<E>;
  empty: ReactNode;
  /** What the list can be sorted by, with the field of `ordering`. */
  sorts: readonly { label: string; sort?: string }[];
  /** When to offer the sorting above the list: a table does so in its head unless it is narrow. */
  sort: 'always' | 'narrow';
  choice?: { selection: Selection<R> };
  skeleton?: ReactNode;
  /** What is chosen about the list, at its end. */
  foot?: ReactNode;
  children: (rows: R[]) => ReactNode;
}

/** One page of a list endpoint with the states of its loading, sorting above and the pages below. */
export function ListBody<R, E extends AnyEndpoint>({
  query,
  list,
  empty,
  sorts,
  sort,
  choice,
  skeleton,
  foot,
  children,
}: ListBodyProps<R, E>) {
  const t = useTranslations('shell.list');
  const whole = useWholeList(query.data);
  const isPast = useLastPage(query, list.page, list.setPage);
  const tools = (rows: readonly R[]) => (
    <div className={`${classes.tools} off-paper unless-empty`} data-narrow={sort === 'narrow' || undefined}>
      {choice && rows.length > 0 && <PageCheckbox page={rows} selection={choice.selection} labelled />}
      <SortSelect sorts={sorts} list={list} />
    </div>
  );
  const coming = (
    <div className={classes.container}>
      {tools([])}
      {skeleton ?? <RowsSkeleton />}
    </div>
  );
  return (
    <Loaded query={query} skeleton={coming}>
      {(page) => (
        <>
          <Found count={page.count} />
          {page.results.length === 0 ? (
            isPast ? (
              coming
            ) : (
              <div className={classes.empty}>{empty}</div>
            )
          ) : (
            <div className={classes.container}>
              {tools(page.results)}
              {whole && whole.length < page.count && (
                <p className="note">{t('printed_part', { shown: whole.length, count: page.count })}</p>
              )}
              {/* A browser that prints by its own menu waits for nothing. */}
              {!whole && page.total_pages > 1 && (
                <p className="note on-paper">
                  {t('printed_page', { page: list.page, total: page.total_pages })}
                </p>
              )}
              <div className="stales" data-stale={query.isPlaceholderData || undefined}>
                <Drawn
                  rows={whole ?? page.results}
                  stale={query.isPlaceholderData}
                  ordering={list.ordering}
                  chosen={choice?.selection.rows}
                >
                  {children(whole ?? page.results)}
                </Drawn>
              </div>
              <Pages page={list.page} total={page.total_pages} count={page.count} onChange={list.setPage}>
                {foot}
              </Pages>
            </div>
          )}
        </>
      )}
    </Loaded>
  );
}

/** For whoever does not see what a search or a filter leaves: the same element, also where it is nothing. */
function Found({ count }: { count: number }) {
  const t = useTranslations('common.list');
  return (
    <p className="unseen" role="status">
      {t('found', { count })}
    </p>
  );
}

interface DrawnProps<R> {
  rows: readonly R[];
  /** What takes their place is being read. */
  stale: boolean;
  ordering: string;
  chosen: ReadonlyMap<number, R> | undefined;
  children: ReactNode;
}

/** Rows that others will take the place of stay as they are drawn: a phone takes long to compare hundreds with themselves. */
const Drawn = memo(
  ({ children }: DrawnProps<unknown>) => children,
  (before, next) =>
    next.stale &&
    before.rows === next.rows &&
    before.ordering === next.ordering &&
    before.chosen === next.chosen,
);

function SortSelect<R, E extends AnyEndpoint>({ sorts, list }: Pick<ListBodyProps<R, E>, 'sorts' | 'list'>) {
  const t = useTranslations('common.list');
  const options = sorts.flatMap(({ label, sort }) =>
    sort
      ? [
          { value: sort, label: t('ascending', { field: label }) },
          { value: `-${sort}`, label: t('descending', { field: label }) },
        ]
      : [],
  );
  if (options.length === 0) return null;
  return (
    <NativeSelect
      className={classes.sort}
      variant="unstyled"
      size="sm"
      aria-label={t('sort')}
      leftSection={<IconArrowsSort size={16} aria-hidden />}
      value={list.ordering}
      onChange={(event) => list.setOrdering(event.currentTarget.value)}
      data={[{ value: '', label: t('unsorted') }, ...options]}
    />
  );
}

function RowsSkeleton() {
  return (
    <div className={classes.empty}>
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className={classes.skeletonRow}>
          <Skeleton height={16} width={`${62 - ((index * 13) % 30)}%`} />
        </div>
      ))}
    </div>
  );
}
