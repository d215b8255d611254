import { listWebinars } from '#contract/webinars';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { type ListState, useListState } from '../../lib/list-state.ts';
import { useMay } from '../../lib/session.ts';
import { ListBar } from '../../ui/list/list-bar.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { activeFilters, WebinarFilters } from './webinar-filters.tsx';
import classes from './webinar-list-screen.module.css';
import { useWebinars, WebinarList } from './webinar-list.tsx';

type List = ListState<typeof listWebinars>;

/** The webinars in reach: what comes, and what is past. */
export function WebinarListScreen() {
  const t = useTranslations('webinars');
  const list = useListState(listWebinars);
  const webinars = useWebinars(list, {});
  const create = useMay()('editWebinar') && (
    <Button component={Link} to="/webinar/create" leftSection={<IconPlus size={18} aria-hidden />}>
      {t('create')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} actions={create} />
      <When list={list} />
      <ListBar list={list} />
      <WebinarFilters list={list} count={webinars.data?.count} />
      <WebinarList list={list} query={webinars} empty={<Nothing list={list} create={create} />} />
    </>
  );
}

/** The tabs are addresses: each can be opened, shared and gone back to. */
function When({ list }: { list: List }) {
  const t = useTranslations('webinars.when');
  const [params] = useSearchParams();
  const current = list.filter('when') || 'upcoming';
  const hrefOf = (when: string) => {
    const next = new URLSearchParams(params);
    for (const name of ['page', 'state', 'ordering', 'when']) next.delete(name);
    if (when === 'past') next.set('when', when);
    return { search: next.toString() };
  };
  return (
    <nav className={classes.tabs} aria-label={t('label')}>
      {(['upcoming', 'past'] as const).map((when) => (
        <Link
          key={when}
          to={hrefOf(when)}
          className={classes.tab}
          aria-current={when === current ? 'page' : undefined}
          preventScrollReset
        >
          {t(when)}
        </Link>
      ))}
    </nav>
  );
}

function Nothing({ list, create }: { list: List; create: ReactNode }) {
  const t = useTranslations('webinars.empty');
  const common = useTranslations('common.list');
  if (list.search || activeFilters(list) > 0)
    return <EmptyState title={common('nothing_found')} text={common('nothing_found_text')} />;
  if (list.filter('when') === 'past') return <EmptyState title={t('past')} text={t('past_text')} />;
  return (
    <EmptyState
      title={t('upcoming')}
      text={create ? t('upcoming_editor') : t('upcoming_text')}
      action={create}
    />
  );
}
