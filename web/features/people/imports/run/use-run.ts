import { importRows, listImports } from '#contract/people/imports';
import { useState } from 'react';
import { refreshProfile, useProfile } from '../../../../lib/session/session.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import type { ImportRow, Preview } from '../import-rows.ts';
import type { Check } from '../check/use-check.ts';
import { isOffline } from '../choose/use-file.ts';
import { forgetImport, noteImport } from './left-import.ts';

export type Failure = { kind: 'offline' } | { kind: 'refused' } | { kind: 'error'; error: unknown };

/** The run itself: of all rows or of those without errors. */
export function useRun(check: Check, onDone: (done: Preview, rest: ImportRow[]) => void) {
  const id = useProfile().current_login_info.space_pk;
  const [partly, setPartly] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const latest = useData(listImports, { params: { id } });
  const action = useAction(importRows, {
    onDone: (done) => {
      forgetImport(id);
      if (!done.imported) {
        // Something has changed since it was judged.
        check.take(done);
        return setFailure({ kind: 'refused' });
      }
      // Invitations take licences.
      void refreshProfile();
      const failed = new Map(
        done.rows.filter(({ outcome }) => outcome === 'error').map((row) => [row.row, row]),
      );
      const rest = check.rows.flatMap(
        (row) => failed.get(row.row) ?? (check.leftOut.has(row.row) ? [row] : []),
      );
      onDone(done, rest);
    },
    onError: (error) => {
      // Without an answer nobody knows whether it runs.
      if (!isOffline(error)) forgetImport(id);
      setFailure(isOffline(error) ? { kind: 'offline' } : { kind: 'error', error });
    },
  });
  function start(): void {
    setFailure(null);
    const body = {
      rows: check.body(),
      dry_run: false,
      all_or_nothing: !partly,
      make_groups: check.makesGroups,
    };
    const known = (latest.data ?? []).map(({ batch }) => batch);
    noteImport(id, { rows: body.rows.length, began: Date.now(), known });
    void action.run({ params: { id }, body });
  }
  return { start, busy: action.busy, failure, partly, setPartly };
}

export type Run = ReturnType<typeof useRun>;
