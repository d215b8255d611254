import type { listWebinars } from '#contract/learning/webinars';
import { Link, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import type { ListState } from '../../../../lib/form/list-state.ts';
import classes from './webinar-when.module.css';

/** Upcoming or past: addresses, so that each can be opened, shared and gone back to. */
export function WebinarWhen({ list }: { list: ListState<typeof listWebinars> }) {
  const t = useTranslations('webinars.when');
  const { search, hash } = useLocation();
  const current = list.filter('when') === 'past' ? 'past' : 'upcoming';
  const hrefOf = (when: string) => {
    const next = new URLSearchParams(search);
    for (const name of ['page', 'state', 'ordering', 'when']) next.delete(name);
    if (when === 'past') next.set('when', when);
    return { search: next.toString(), hash };
  };
  return (
    <nav className={classes.tabs} aria-label={t('label')}>
      {(['upcoming', 'past'] as const).map((when) => (
        <Link
          key={when}
          to={hrefOf(when)}
          className={`${classes.tab} lit-word`}
          aria-current={when === current ? 'page' : undefined}
          preventScrollReset
        >
          {t(when)}
        </Link>
      ))}
    </nav>
  );
}
