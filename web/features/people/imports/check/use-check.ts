import { importRows } from '#contract/people/imports';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../../../lib/api/api.ts';
import { useProfile } from '../../../../lib/session/session.ts';
import { type Column, type ImportRow, type Preview, renames, type Totals } from '../import-rows.ts';

const PAUSE_MS = 500;
const NOTHING: Totals = {
  create: 0,
  add_membership: 0,
  update: 0,
  unchanged: 0,
  error: 0,
  licences_needed: 0,
  licences_free: null,
};

export interface Check {
  /** With the cells as corrected, judged as far as `waiting` does not hold them. */
  rows: readonly ImportRow[];
  totals: Totals;
  /** Rows in which something is wrong, and others for which there is no licence. */
  mistakes: number;
  unlicensed: number;
  /** Rows that give a known person another name. */
  renamed: number;
  leftOut: ReadonlySet<number>;
  /** Rows corrected since they were judged. */
  waiting: ReadonlySet<number>;
  state: 'checked' | 'checking' | 'failed';
  /** The text of a cell as it stood in the file. */
  original: (row: number, column: Column) => string;
  /** Whether something was corrected or left out. */
  touched: boolean;
  setCell: (row: number, column: Column, text: string) => void;
  /** The last correction of a wrong cell, and the rows in which the same is wrong. */
  same: { column: Column; was: string; text: string; rows: readonly number[] } | null;
  mendSame: () => void;
  /** Whether the import makes groups that rows name and that do not exist. */
  makesGroups: boolean;
  setMakesGroups: (makes: boolean) => void;
  leave: (row: number, out: boolean) => void;
  /** Takes over what the server says of the rows sent. */
  take: (judged: Preview) => void;
  checkAgain: () => void;
  /** What is to be imported. */
  body: () => Pick<ImportRow, 'row' | 'cells'>[];
}

/**
 * The rows of a file as they are corrected, judged by the server after each change: a dry run of all of them.
 * @param isJudged false: what is given has to be judged first
 */
export function useCheck(given: Preview, isJudged: boolean): Check {
  const id = useProfile().current_login_info.space_pk;
  const [rows, setRows] = useState<readonly ImportRow[]>(given.rows);
  const [totals, setTotals] = useState(given.totals);
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  const [waiting, setWaiting] = useState<ReadonlySet<number>>(new Set());
  const [state, setState] = useState<Check['state']>(isJudged ? 'checked' : 'checking');
  const [version, setVersion] = useState(isJudged ? 0 : 1);
  const [makesGroups, setMakesGroups] = useState(false);
  const [corrected, setCorrected] = useState<Correction | null>(null);
  const [originals] = useState(() => new Map(given.rows.map(({ row, cells }) => [row, cells])));

  const body = () => rows.filter(({ row }) => !leftOut.has(row)).map(({ row, cells }) => ({ row, cells }));

  function take(judged: Preview): void {
    const found = new Map(judged.rows.map((row) => [row.row, row]));
    setRows((before) => before.map((row) => found.get(row.row) ?? row));
    setTotals(judged.totals);
    setWaiting(new Set());
    setState('checked');
  }

  const judge = useEffectEvent(async (signal: AbortSignal) => {
    const sent = body();
    if (sent.length === 0) {
      setTotals({ ...NOTHING, licences_free: totals.licences_free });
      return setState('checked');
    }
    try {
      const judged = await call(importRows, {
        params: { id },
        body: { rows: sent, dry_run: true, make_groups: makesGroups },
        signal,
      });
      if (!signal.aborted) take(judged);
    } catch {
      if (!signal.aborted) setState('failed');
    }
  });

  useEffect(() => {
    if (version === 0) return;
    const stop = new AbortController();
    const timer = setTimeout(() => void judge(stop.signal), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [version]);

  function changed(): void {
    setState('checking');
    setVersion((before) => before + 1);
  }

  const same = corrected && {
    ...corrected,
    rows: rows
      .filter(({ row, cells, errors }) => {
        const isSame = (cells[corrected.column] ?? '') === corrected.was && errors[corrected.column];
        return isSame && !leftOut.has(row);
      })
      .map(({ row }) => row),
  };

  function setCells(numbers: ReadonlySet<number>, column: Column, text: string): void {
    setRows((before) => before.map((row) => (numbers.has(row.row) ? withCell(row, column, text) : row)));
    setWaiting((before) => new Set([...before, ...numbers]));
    changed();
  }

  const refused = rows.filter(({ row, outcome }) => outcome === 'error' && !leftOut.has(row));
  const unlicensed = refused.filter(({ lacks_licence }) => lacks_licence).length;

  return {
    rows,
    totals,
    mistakes: refused.length - unlicensed,
    unlicensed,
    renamed: rows.filter((row) => renames(row) && !leftOut.has(row.row)).length,
    leftOut,
    waiting,
    state,
    original: (row, column) => originals.get(row)?.[column] ?? '',
    touched: version > 0,
    take,
    body,
    checkAgain: changed,
    setCell: (number, column, text) => {
      const row = rows.find((one) => one.row === number);
      const was = row?.cells[column] ?? '';
      setCorrected(row?.errors[column] && text ? { column, was, text } : null);
      setCells(new Set([number]), column, text);
    },
    same: same && same.rows.length > 0 ? same : null,
    mendSame: () => {
      if (same) setCells(new Set(same.rows), same.column, same.text);
      setCorrected(null);
    },
    makesGroups,
    setMakesGroups: (makes) => {
      setMakesGroups(makes);
      changed();
    },
    leave: (number, out) => {
      setLeftOut((before) => {
        const next = new Set(before);
        if (out) next.add(number);
        else next.delete(number);
        return next;
      });
      if (!out) setWaiting((before) => new Set(before).add(number));
      changed();
    },
  };
}

interface Correction {
  column: Column;
  was: string;
  text: string;
}

function withCell(row: ImportRow, column: Column, text: string): ImportRow {
  const { [column]: _cell, ...cells } = row.cells;
  const { [column]: _error, ...errors } = row.errors;
  return { ...row, cells: text ? { ...cells, [column]: text } : cells, errors };
}
