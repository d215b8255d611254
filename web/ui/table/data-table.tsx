import { IconArrowDown, IconArrowsSort, IconArrowUp, IconBaselineDensitySmall } from '@tabler/icons-react';
import { memo, type MouseEvent, type ReactNode } from 'react';
import { Link, type NavigateFunction, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import type { AnyEndpoint } from '../../lib/api/api.ts';
import type { ListState } from '../../lib/form/list-state.ts';
import { useDenseRows } from '../../lib/page/rows.ts';
import classes from './data-table.module.css';
import { useFirstRows, useSought } from './first-rows.ts';
import { ListBody, type ListBodyProps } from '../list/list-body.tsx';
import { PageCheckbox, RowCheckbox } from './row-checkbox.tsx';
import type { Selection } from '../list/selection.ts';

export interface Column<R> {
  key: string;
  label: string;
  /** Stands above the label: what several columns are about. */
  over?: string;
  /** What its figures mean, told at its head. */
  hint?: string;
  /** The field of `ordering` it sorts by. */
  sort?: string;
  render: (row: R) => ReactNode;
  /** The words that name the row: its link, and the head of its card on a phone. Exactly one column. */
  primary?: boolean;
  numeric?: boolean;
  /** Tells of a second thing by its name, and takes as much room as it can. */
  grow?: boolean;
  /** Left out where there is little room, `first` before the others: what opens by the row says it too. */
  minor?: boolean | 'first';
  /** Where it is left out it stands below the row's name: nothing else says it. */
  below?: boolean;
}

interface Props<R, E extends AnyEndpoint> extends Omit<ListBodyProps<R, E>, 'children' | 'sorts' | 'sort'> {
  label: string;
  columns: readonly Column<R>[];
  /** What it can be sorted by besides its columns. */
  moreSorts?: readonly { label: string; sort: string }[];
  rowKey: (row: R) => string | number;
  /** Where a click on the row leads; null: the row is not clickable. */
  rowHref?: (row: R) => string | null;
  /** Lets rows be chosen: `useSelection(…)`, and what a row is called. */
  choice?: { selection: Selection<R>; nameOf: (row: R) => string };
  /** A `RowMenu`, or null for a row without actions. */
  rowMenu?: (row: R) => ReactNode;
  /** More columns than fit: they scroll sideways under the primary one. */
  wide?: boolean;
}

/** A table of a list endpoint: sorted and paged through the URL, rows clickable, cards on a phone. */
export function DataTable<R, E extends AnyEndpoint>(props: Props<R, E>) {
  const { query, list, empty, columns, moreSorts = [], choice } = props;
  const sought = useSought(list);
  return (
    <ListBody
      query={query}
      list={list}
      empty={empty}
      sorts={[...columns, ...moreSorts]}
      sort="narrow"
      foot={<DenseRows />}
      {...(choice && { choice })}
    >
      {(rows) => (
        <div className={`${classes.frame} framed`}>
          <Rows {...props} rows={rows} sought={sought} />
        </div>
      )}
    </ListBody>
  );
}

function DenseRows() {
  const t = useTranslations('shell.list');
  const [dense, choose] = useDenseRows();
  return (
    <button
      type="button"
      className={`${classes.dense} lit-up off-paper`}
      aria-pressed={dense}
      aria-label={t('dense_rows')}
      title={t('dense_rows')}
      onClick={() => choose(!dense)}
    >
      <IconBaselineDensitySmall size={20} aria-hidden />
    </button>
  );
}

type TableProps<R, E extends AnyEndpoint> = Props<R, E> & {
  rows: R[];
  /** What the list is asked for, by `useSought`. */
  sought: string | null;
};

/* The roles are written out, since a table laid out as cards loses them in some browsers. */
function Rows<R, E extends AnyEndpoint>(table: TableProps<R, E>) {
  const { label, columns, rows, list, rowKey, choice, rowMenu, wide = false, sought } = table;
  const t = useTranslations('shell.list');
  const navigate = useNavigate();
  const drawn = useFirstRows(rows, sought, 48);
  const [dense] = useDenseRows();
  return (
    <table
      className={`${classes.table} tabular`}
      role="table"
      aria-label={label}
      data-choice={!!choice || undefined}
      data-tools={!!choice || !!rowMenu || undefined}
      data-wide={wide || undefined}
      data-growing={columns.some(({ grow }) => grow) || undefined}
      data-dense={dense || undefined}
    >
      <thead role="rowgroup">
        <tr role="row">
          {choice && (
            <th role="columnheader" scope="col" className={`${classes.tool} off-paper`}>
              <PageCheckbox page={rows} selection={choice.selection} />
            </th>
          )}
          {columns.map((column) => (
            <Head key={column.key} column={column} list={list} />
          ))}
          {rowMenu && (
            <th role="columnheader" scope="col" className={`${classes.tool} off-paper`}>
              <span className="unseen">{t('actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {drawn.map((row) => (
          <Row key={rowKey(row)} row={row} table={table} navigate={navigate} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps<R, E extends AnyEndpoint> {
  row: R;
  /** What the table is drawn by: the same while its rows come in slices, of which none is drawn again for the next. */
  table: TableProps<R, E>;
  navigate: NavigateFunction;
}

function OneRow<R, E extends AnyEndpoint>({ row, table, navigate }: RowProps<R, E>) {
  const { columns, rows, rowHref, choice, rowMenu, wide = false } = table;
  const href = rowHref?.(row) ?? null;
  return (
    <tr
      role="row"
      className={href === null ? 'picks' : 'picks lit-edge'}
      data-clickable={href !== null || undefined}
      data-chosen={choice?.selection.has(row) || undefined}
      // The link of a pinned cell covers that cell alone.
      {...(wide && href !== null && { onClick: (event) => isPlain(event) && void navigate(href) })}
    >
      {choice && (
        <td role="cell" className={`${classes.tool} off-paper`}>
          <RowCheckbox row={row} name={choice.nameOf(row)} page={rows} selection={choice.selection} />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.key}
          role="cell"
          className={column.primary ? 'strong' : undefined}
          data-label={column.over ? `${column.over}: ${column.label}` : column.label}
          {...placeOf(column)}
        >
          {column.primary && href !== null ? (
            <Link to={href} className="unlinked covering lit-link ring-within">
              {shown(column.render(row))}
            </Link>
          ) : (
            shown(column.render(row))
          )}
          {column.primary && <LeftOut columns={columns} row={row} />}
        </td>
      ))}
      {rowMenu && (
        <td role="cell" className={`${classes.tool} off-paper`} data-end>
          {rowMenu(row)}
        </td>
      )}
    </tr>
  );
}

const Row = memo(OneRow) as typeof OneRow;

function LeftOut<R>({ columns, row }: { columns: readonly Column<R>[]; row: R }) {
  return columns
    .filter(({ below }) => below)
    .map(({ key, label, minor, render }) => (
      <span key={key} className={`${classes.below} fine regular`} data-minor={minor}>
        {label}: {render(row)}
      </span>
    ));
}

function placeOf<R>({ primary, numeric, grow, minor }: Column<R>) {
  return {
    'data-primary': primary,
    'data-numeric': numeric,
    'data-grow': grow,
    'data-minor': minor,
  };
}

/** Plain words take two lines at most; whoever points at longer ones reads them whole. */
const shown = (content: ReactNode): ReactNode =>
  // An empty cell stays empty: as a card a row has no line for it.
  typeof content === 'string' && content !== '' ? (
    <span className={classes.text} title={content.length >= 30 ? content : undefined}>
      {content}
    </span>
  ) : (
    content
  );

/** A click on the row itself, not on something in it. */
const isPlain = (event: MouseEvent): boolean =>
  event.target instanceof Element && event.target.closest('a, button, input, label') === null;

function Head<R, E extends AnyEndpoint>({ column, list }: { column: Column<R>; list: ListState<E> }) {
  const { sort, over, hint } = column;
  const above = over && (
    <span className={classes.over} title={over}>
      {over}{' '}
    </span>
  );
  if (!sort) {
    return (
      <th role="columnheader" scope="col" {...placeOf(column)} title={hint}>
        {above}
        {column.label}
      </th>
    );
  }
  const direction =
    list.ordering === sort ? 'ascending' : list.ordering === `-${sort}` ? 'descending' : 'none';
  const Icon = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }[direction];
  return (
    <th role="columnheader" scope="col" aria-sort={direction} {...placeOf(column)}>
      {above}
      <button
        type="button"
        className={`${classes.sort} lit-word presses`}
        data-active={direction !== 'none' || undefined}
        title={hint}
        {...(over && { 'aria-label': `${over}: ${column.label}` })}
        onClick={() => list.setOrdering(direction === 'ascending' ? `-${sort}` : sort)}
      >
        {column.label}
        <Icon size={15} className="off-paper" aria-hidden />
      </button>
    </th>
  );
}
