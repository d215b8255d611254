import type { listHistory } from '#contract/insight/history';
import type { ResponseOf } from '#contract/platform';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { Skeleton } from '../../../../ui/state/skeleton.tsx';
import type { AnyEndpoint } from '../../../../lib/api/api.ts';
import { dateText } from '../../../../lib/words/dates.ts';
import type { ListState } from '../../../../lib/form/list-state.ts';
import { ListBody } from '../../../../ui/list/list-body.tsx';
import { HistoryEntry } from './history-entry.tsx';
import classes from '../history.module.css';
import { type Asked, restoreButtonId } from '../restore/restore-button.tsx';
import type { Change } from './sentence.ts';
import { useRestoredToast } from '../restore/use-restored-toast.ts';
import { later } from '../../../../lib/page/later.tsx';

const RestoreDialog = later(() => import('../restore/restore-dialog.tsx'));

interface Props<E extends AnyEndpoint> {
  query: UseQueryResult<ResponseOf<typeof listHistory>>;
  list: ListState<E>;
  /** The course whose history it is. */
  course_id?: number;
  label: string;
  empty: ReactNode;
}

/** Changes by day, newest first, each of which can be taken back. */
export function HistoryList<E extends AnyEndpoint>({ query, list, course_id, label, empty }: Props<E>) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const showRestored = useRestoredToast();

  function close(): void {
    // Once the dialog is gone, the button that opened it can take the focus.
    flushSync(() => setAsked(null));
    if (asked) document.getElementById(restoreButtonId(asked))?.focus();
  }

  return (
    <section aria-label={label}>
      <ListBody
        query={query}
        list={list}
        sorts={[]}
        sort="always"
        empty={empty}
        skeleton={<EntriesSkeleton />}
      >
        {(changes) =>
          daysOf(changes).map(({ day, changes: ofDay }) => (
            <Day key={day} day={day}>
              {ofDay.map((change) => (
                <HistoryEntry key={change.id} change={change} course_id={course_id} onRestore={setAsked} />
              ))}
            </Day>
          ))
        }
      </ListBody>
      <Suspense fallback={null}>
        {asked && (
          <RestoreDialog
            asked={asked}
            onDone={(restored, way) => {
              close();
              showRestored(restored, way);
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </section>
  );
}

function Day({ day, children }: { day: string; children: ReactNode }) {
  const t = useTranslations('history');
  const word = wordOf(day);
  return (
    <section className={classes.day}>
      <h2 className={classes.date}>
        {word ? t(word) : day}
        {word && <span>{day}</span>}
      </h2>
      <ol className={`${classes.list} flat-on-paper`}>{children}</ol>
    </section>
  );
}

function wordOf(day: string): 'today' | 'yesterday' | null {
  const now = new Date();
  if (day === dateText(now)) return 'today';
  const before = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  return day === dateText(before) ? 'yesterday' : null;
}

/** In the order they come, as one reads a calendar. */
function daysOf(changes: readonly Change[]): { day: string; changes: Change[] }[] {
  const days: { day: string; changes: Change[] }[] = [];
  for (const change of changes) {
    const day = dateText(change.created_at);
    const last = days.at(-1);
    if (last?.day === day) last.changes.push(change);
    else days.push({ day, changes: [change] });
  }
  return days;
}

function EntriesSkeleton() {
  return (
    <div className={`${classes.list} flat-on-paper`}>
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className={`${classes.entry} ruled unbroken`}>
          <Skeleton height={40} width={40} circle />
          <div>
            <Skeleton height={16} width={`${82 - ((index * 17) % 40)}%`} className="before-5" />
            <Skeleton height={12} width="8rem" />
          </div>
        </div>
      ))}
    </div>
  );
}
