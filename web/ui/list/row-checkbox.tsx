import { Checkbox } from '@mantine/core';
import { useTranslations } from 'use-intl';
import classes from './row-checkbox.module.css';
import type { Selection } from './selection.ts';

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
  return (
    <span className={classes.target}>
      <Checkbox
        aria-label={t('choose', { name })}
        checked={selection.has(row)}
        // A change event of a checkbox is a click, with the keys held.
        onChange={({ currentTarget, nativeEvent }) =>
          selection.choose(row, currentTarget.checked, page, (nativeEvent as MouseEvent).shiftKey)
        }
      />
    </span>
  );
}

/** Chooses all rows of the page, or none of them. */
export function PageCheckbox<R>({
  page,
  selection,
  label,
}: Pick<Props<R>, 'page' | 'selection'> & {
  /** Shown beside it, where it stands alone. */
  label?: boolean;
}) {
  const t = useTranslations('shell.list');
  const chosen = page.filter((row) => selection.has(row)).length;
  return (
    <span className={classes.target}>
      <Checkbox
        {...(label ? { label: t('choose_page') } : { 'aria-label': t('choose_page') })}
        checked={page.length > 0 && chosen === page.length}
        indeterminate={chosen > 0 && chosen < page.length}
        onChange={() => selection.choosePage(page, chosen < page.length)}
      />
    </span>
  );
}
