import { IconLayoutGrid, IconTable } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import classes from './view-toggle.module.css';

const VIEWS = { table: IconTable, list: IconLayoutGrid };
type View = keyof typeof VIEWS;

/** How a list is shown; like the rest of its state it stands in the URL, unless it is the view shown `first`. */
export function useView(first: View = 'table'): View {
  const [params] = useSearchParams();
  const asked = params.get('view');
  return asked === 'table' || asked === 'list' ? asked : first;
}

/** Switches between a table and a list of cards. */
export function ViewToggle({ first = 'table' }: { first?: View }) {
  const t = useTranslations('shell.list');
  const [params] = useSearchParams();
  const current = useView(first);
  const hrefOf = (view: View) => {
    const next = new URLSearchParams(params);
    if (view === first) next.delete('view');
    else next.set('view', view);
    return { search: next.toString() };
  };
  return (
    <nav className={classes.views} aria-label={t('view')}>
      {(Object.keys(VIEWS) as View[]).map((view) => {
        const Icon = VIEWS[view];
        return (
          <Link
            key={view}
            to={hrefOf(view)}
            className={`${classes.view} lit-word finger-high`}
            aria-label={t(`views.${view}`)}
            title={t(`views.${view}`)}
            aria-current={view === current ? 'true' : undefined}
            preventScrollReset
          >
            <Icon size={20} aria-hidden />
          </Link>
        );
      })}
    </nav>
  );
}
