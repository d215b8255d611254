import { useState } from 'react';
import { safely } from '../../../../lib/api/safely.ts';

/** One question per page, or all of them on one. */
export type View = 'one' | 'all';

const KEY = 'osnova.attempt_view';

export function useView(): [View, (view: View) => void] {
  const [view, setView] = useState<View>(() =>
    safely(() => localStorage.getItem(KEY)) === 'all' ? 'all' : 'one',
  );
  return [
    view,
    (next) => {
      safely(() => localStorage.setItem(KEY, next));
      setView(next);
    },
  ];
}
