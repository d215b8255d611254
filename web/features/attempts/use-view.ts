import { useState } from 'react';

/** One question per page, or all of them on one. */
export type View = 'one' | 'all';

const KEY = 'osnova.attempt_view';

export function useView(): [View, (view: View) => void] {
  const [view, setView] = useState<View>(() => (localStorage.getItem(KEY) === 'all' ? 'all' : 'one'));
  return [
    view,
    (next) => {
      localStorage.setItem(KEY, next);
      setView(next);
    },
  ];
}
