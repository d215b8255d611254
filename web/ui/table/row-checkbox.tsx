import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import classes from './row-checkbox.module.css';
import type { Selection } from '../list/selection.ts';

interface Props<R> {
  row: R;
  /** What the row is called. */
  name: string;
  /** The rows of the page, in their order. */
  page: readonly R[];
  selection: Selection<R>;
}

/** Chooses one row; with Shift all from the one clicked before. */
export function RowCheckbox<R>({ row, name, page, selection }: Props<R>) {
  const t = useTranslations('shell.list');
  // A click comes before the change that it makes, with the keys held.
  const shift = useRef(false);
  return (
    <label className={classes.target}>
      <input
        type="checkbox"
        className={classes.box}
        aria-label={t('choose', { name })}
        checked={selection.has(row)}
        onClick={({ shiftKey }) => (shift.current = shiftKey)}
        onChange={({ currentTarget }) => selection.choose(row, currentTarget.checked, page, shift.current)}
      />
    </label>
  );
}

/** Chooses all rows of the page, or none of them. */
export function PageCheckbox<R>({
  page,
  selection,
  labelled = false,
}: Pick<Props<R>, 'page' | 'selection'> & {
  /** With its words beside it, where it stands alone. */
  labelled?: boolean;
}) {
  const t = useTranslations('shell.list');
  const box = useRef<HTMLInputElement>(null);
  const chosen = page.filter((row) => selection.has(row)).length;
  const some = chosen > 0 && chosen < page.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = some;
  }, [some]);

  return (
    <label className={classes.target}>
      <input
        ref={box}
        type="checkbox"
        className={classes.box}
        aria-label={t('choose_page')}
        checked={page.length > 0 && chosen === page.length}
        onChange={() => selection.choosePage(page, chosen < page.length)}
      />
      {labelled && <span aria-hidden>{t('choose_page')}</span>}
    </label>
  );
}
