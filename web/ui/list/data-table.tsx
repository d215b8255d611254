import { NativeSelect, Skeleton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { AnyEndpoint } from '../../lib/api.ts';
import type { ListState } from '../../lib/list-state.ts';
import { Loaded } from '../loaded.tsx';
import classes from './data-table.module.css';
import { Pages } from './pages.tsx';

export interface Column<R> {
  key: string;
  label: string;
  /** The field of `ordering` it sorts by. */
  sort?: string;
  render: (row: R) => ReactNode;
  /** The words that name the row: its link, and the head of its card on a phone. Exactly one column. */
  primary?: boolean;
  numeric?: boolean;
}

interface Page<R> {
  results: R[];
  count: number;
  total_pages: number;
}

interface Props<R, E extends AnyEndpoint> {
  label: string;
  columns: readonly Column<R>[];
  /** `useData(list…, { query: list.query, keep: true })` */
  query: UseQueryResult<Page<R>>;
  /** `useListState(list…)` */
  list: ListState<E>;
  rowKey: (row: R) => string | number;
  /** Where a click on the row leads; null: the row is not clickable. */
  rowHref?: (row: R) => string | null;
  empty: ReactNode;
}

/** A table of a list endpoint: sorted and paged through the URL, rows clickable, cards on a phone. */
export function DataTable<R, E extends AnyEndpoint>(props: Props<R, E>) {
  const { query, list, empty } = props;
  return (
    <Loaded query={query} skeleton={<TableSkeleton />}>
      {(page) =>
        page.results.length === 0 && list.page === 1 ? (
          <div className={classes.frame}>{empty}</div>
        ) : (
          <div className={classes.container}>
            <PhoneSort columns={props.columns} list={list} />
            <div className={classes.frame} data-stale={query.isPlaceholderData || undefined}>
              <Rows {...props} rows={page.results} />
            </div>
            <Pages page={list.page} total={page.total_pages} count={page.count} onChange={list.setPage} />
          </div>
        )
      }
    </Loaded>
  );
}

/* The roles are written out, since a table laid out as cards loses them in some browsers. */
function Rows<R, E extends AnyEndpoint>({
  label,
  columns,
  rows,
  list,
  rowKey,
  rowHref,
}: Props<R, E> & { rows: R[] }) {
  return (
    <table className={classes.table} role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <Head key={column.key} column={column} list={list} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => {
          const href = rowHref?.(row) ?? null;
          return (
            <tr key={rowKey(row)} role="row" data-clickable={href !== null || undefined}>
              {columns.map((column) => (
                <td
                  key={column.key}
                  role="cell"
                  data-label={column.label}
                  data-primary={column.primary}
                  data-numeric={column.numeric}
                >
                  {column.primary && href !== null ? (
                    <Link to={href} className={classes.link}>
                      {column.render(row)}
                    </Link>
                  ) : (
                    column.render(row)
                  )}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Head<R, E extends AnyEndpoint>({ column, list }: { column: Column<R>; list: ListState<E> }) {
  const { sort } = column;
  if (!sort) {
    return (
      <th role="columnheader" scope="col" data-numeric={column.numeric}>
        {column.label}
      </th>
    );
  }
  const direction =
    list.ordering === sort ? 'ascending' : list.ordering === `-${sort}` ? 'descending' : 'none';
  const Icon = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }[direction];
  return (
    <th role="columnheader" scope="col" aria-sort={direction} data-numeric={column.numeric}>
      <button
        type="button"
        className={classes.sort}
        data-active={direction !== 'none' || undefined}
        onClick={() => list.setOrdering(direction === 'ascending' ? `-${sort}` : sort)}
      >
        {column.label}
        <Icon size={15} aria-hidden />
      </button>
    </th>
  );
}

function PhoneSort<R, E extends AnyEndpoint>({
  columns,
  list,
}: {
  columns: readonly Column<R>[];
  list: ListState<E>;
}) {
  const t = useTranslations('common.list');
  const options = columns.flatMap((column) =>
    column.sort
      ? [
          { value: column.sort, label: t('ascending', { field: column.label }) },
          { value: `-${column.sort}`, label: t('descending', { field: column.label }) },
        ]
      : [],
  );
  if (options.length === 0) return null;
  return (
    <NativeSelect
      className={classes.phoneSort}
      aria-label={t('sort')}
      value={list.ordering}
      onChange={(event) => list.setOrdering(event.currentTarget.value)}
      data={[{ value: '', label: t('unsorted') }, ...options]}
    />
  );
}

function TableSkeleton() {
  return (
    <div className={classes.frame}>
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className={classes.skeletonRow}>
          <Skeleton height={16} width={`${62 - ((index * 13) % 30)}%`} />
        </div>
      ))}
    </div>
  );
}
