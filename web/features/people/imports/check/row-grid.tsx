import { IMPLIED_TYPES } from '#contract/access';
import { useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Checkbox } from '../../../../ui/control/choice/checkbox.tsx';
import { StatusBadge, type Tone } from '../../../../ui/state/status-badge.tsx';
import { useErrorText } from '../../../../lib/api/errors.ts';
import { type Column, type ImportRow, nameOfRow, type Outcome, renames } from '../import-rows.ts';
import { type Place, RowCell } from './row-cell.tsx';
import classes from './row-grid.module.css';
import type { Check } from './use-check.ts';
import { useCellErrorText } from '../use-error-texts.ts';
import { useGridKeys } from './use-grid-keys.ts';

const TONES: Record<Outcome, Tone> = {
  create: 'good',
  add_membership: 'good',
  update: 'active',
  unchanged: 'neutral',
  error: 'bad',
};

/** As many letters of a text as are said beside its row. */
const SAID = 60;

interface Props {
  /** One page of them. */
  rows: readonly ImportRow[];
  columns: readonly Column[];
  check: Check;
  /** Hears of the row that is about to change. */
  onChange: (row: number) => void;
}

/**
 * The rows as a grid: one stop of the Tab key, arrows between the cells, Enter edits, Esc leaves a cell as it was, and
 * Tab goes on to the next. Cards on a phone.
 */
export function RowGrid({ rows, columns, check, onChange }: Props) {
  const t = useTranslations('imports');
  const table = useRef<HTMLTableElement>(null);
  const keys = useGridKeys(table, rows.length, columns.length);
  const [editing, setEditing] = useState<(Place & { typed?: string }) | null>(null);

  /** Ends editing, and goes on with another cell or stays at the one that was edited. */
  function finish(place: Place, step: 'stay' | 'next' | 'previous' | 'leave'): void {
    const next = step === 'next' || step === 'previous' ? after(place, step === 'next' ? 1 : -1) : null;
    setEditing(next);
    if (next) keys.activate(next);
    else if (step !== 'leave') keys.focus(place);
  }

  /** The next cell that can be edited, over the ends of rows. */
  function after({ row, column }: Place, step: 1 | -1): Place | null {
    for (let at = row * columns.length + column - 1 + step; ; at += step) {
      const place = { row: Math.floor(at / columns.length), column: (at % columns.length) + 1 };
      if (at < 0 || place.row >= rows.length) return null;
      if (!check.leftOut.has(rows[place.row]!.row)) return place;
    }
  }

  return (
    <div className={classes.container}>
      <div className={`${classes.frame} framed`}>
        <table
          ref={table}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- ARIA's grid is a table
          role="grid"
          aria-label={t('table')}
          className={classes.table}
          onKeyDown={editing ? undefined : keys.onKeyDown}
        >
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col" className={classes.pick}>
                {t('row_column')}
              </th>
              <th role="columnheader" scope="col">
                {t('outcome')}
              </th>
              {columns.map((column) => (
                <th key={column} role="columnheader" scope="col">
                  {t(`columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row, at) => {
              const isOut = check.leftOut.has(row.row);
              const tabIndex = (column: number) => (keys.isActive({ row: at, column }) ? 0 : -1);
              return (
                <tr key={row.row} role="row" data-out={isOut || undefined} data-outcome={row.outcome}>
                  <td role="gridcell" className={classes.pick}>
                    <Checkbox
                      aria-label={t('take', { row: row.row, name: nameOfRow(row) })}
                      label={row.row}
                      checked={!isOut}
                      tabIndex={tabIndex(0)}
                      data-at={`${at}:0`}
                      onFocus={() => keys.activate({ row: at, column: 0 })}
                      onChange={(event) => {
                        onChange(row.row);
                        check.leave(row.row, !event.currentTarget.checked);
                      }}
                    />
                  </td>
                  <td role="gridcell" className={classes.outcome}>
                    <RowOutcome row={row} isOut={isOut} isWaiting={check.waiting.has(row.row)} />
                  </td>
                  {columns.map((column, index) => {
                    const place = { row: at, column: index + 1 };
                    const isEdited = editing?.row === at && editing.column === place.column;
                    return (
                      <RowCell
                        key={column}
                        row={row}
                        column={column}
                        place={place}
                        original={check.original(row.row, column)}
                        locked={isOut}
                        tabIndex={tabIndex(place.column)}
                        {...(isEdited && { editing: { typed: editing.typed } })}
                        onFocus={() => keys.activate(place)}
                        onEdit={(typed) => setEditing({ ...place, ...(typed !== undefined && { typed }) })}
                        onSet={(text) => {
                          onChange(row.row);
                          check.setCell(row.row, column, text);
                        }}
                        onFinish={(step) => finish(place, step)}
                      />
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <p className="not-touch fine after-4">{t('keys')}</p>
    </div>
  );
}

/** Of a comment its beginning: the whole stands in its cell. */
const brief = (text: string) => (text.length > SAID ? `${[...text].slice(0, SAID).join('')}…` : text);

/** What is wrong with a row, beside its number: the cells may be out of sight. */
function Reasons({ row }: { row: ImportRow }) {
  const t = useTranslations('imports');
  const errorText = useCellErrorText();
  return (
    <ul className={`${classes.reasons} plain`}>
      {(Object.keys(row.errors) as Column[]).map((column) => (
        <li key={column}>
          <span className="strong">{t(`columns.${column}`)}:</span> {errorText(row, column)}
        </li>
      ))}
    </ul>
  );
}

function RowOutcome({ row, isOut, isWaiting }: { row: ImportRow; isOut: boolean; isWaiting: boolean }) {
  const t = useTranslations();
  const { list } = useFormatter();
  const errorText = useErrorText();
  if (isOut) return <StatusBadge tone="neutral">{t('imports.outcomes.left_out')}</StatusBadge>;
  if (isWaiting) return <StatusBadge tone="neutral">{t('imports.outcomes.waiting')}</StatusBadge>;
  const types = row.adds_types.filter(
    (one) => !row.adds_types.some((other) => other !== one && IMPLIED_TYPES[other].includes(one)),
  );
  return (
    <>
      {row.lacks_licence ? (
        <>
          <StatusBadge tone="warning">{t('imports.outcomes.no_licence')}</StatusBadge>
          <span className={classes.adds}>{errorText({ code: 'licences_exhausted', params: {} })}</span>
        </>
      ) : (
        <StatusBadge tone={TONES[row.outcome]}>{t(`imports.outcomes.${row.outcome}`)}</StatusBadge>
      )}
      {Object.keys(row.errors).length > 0 && <Reasons row={row} />}
      {renames(row) && (
        <span className={classes.adds}>
          <StatusBadge tone="warning">{t('imports.outcomes.renamed')}</StatusBadge>
        </span>
      )}
      {row.namesake && (
        <>
          <span className={classes.adds}>
            <StatusBadge tone="warning">{t('imports.outcomes.namesake')}</StatusBadge>
          </span>
          <span className={`${classes.adds} anywhere`}>
            {t('imports.namesake', { phone: row.namesake.phone })}
          </span>
        </>
      )}
      {row.differences.map(({ field, before, after }) => (
        <span key={field} className={`${classes.adds} anywhere`}>
          {t('imports.difference', {
            field: t(`imports.columns.${field}`),
            before: brief(before) || t('imports.empty'),
            after: brief(after),
          })}
        </span>
      ))}
      {types.length > 0 && (
        <span className={classes.adds}>
          {t('imports.adds_types', { types: list(types.map((one) => t(`common.roles.${one}`))) })}
        </span>
      )}
      {row.adds_groups.length > 0 && (
        <span className={classes.adds}>
          {t('imports.adds_groups', {
            count: row.adds_groups.length,
            groups: list(row.adds_groups.map(({ name }) => name)),
          })}
        </span>
      )}
    </>
  );
}
