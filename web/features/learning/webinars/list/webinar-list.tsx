import { listWebinars } from '#contract/learning/webinars';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Skeleton } from '../../../../ui/state/skeleton.tsx';
import type { ListState } from '../../../../lib/form/list-state.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { ListBody } from '../../../../ui/list/list-body.tsx';
import classes from './webinar-card.module.css';
import { WebinarCard, type WebinarRow, type Webinars } from './webinar-card.tsx';
import { useServerNow } from '../webinar-time.ts';

type List = ListState<typeof listWebinars>;

/** What the address asks for, upcoming unless it says past; `only` narrows it to a course or a program. */
export function useWebinars(list: List, only: { course?: number; program?: number }) {
  const when = list.filter('when') === 'past' ? 'past' : 'upcoming';
  return useData(listWebinars, { query: { ...list.query, when, ...only }, keep: true });
}

type MenuOf = (webinar: WebinarRow) => ReactNode;

interface Props {
  list: List;
  query: UseQueryResult<Webinars>;
  empty: ReactNode;
  /** Offers other orders than by time. */
  sorted?: boolean;
  /** A `RowMenu`, or nothing. */
  menuOf?: MenuOf;
}

/** Webinars as cards. */
export function WebinarList({ list, query, empty, sorted = false, menuOf = () => null }: Props) {
  const t = useTranslations('webinars');
  return (
    <ListBody
      query={query}
      list={list}
      empty={empty}
      sorts={
        sorted
          ? [
              { label: t('starts_at'), sort: 'starts_at' },
              { label: t('name'), sort: 'name' },
            ]
          : []
      }
      sort="always"
      skeleton={<CardsSkeleton />}
    >
      {(webinars) => (
        <Cards
          webinars={webinars}
          server_time={query.data!.server_time}
          read_at={query.dataUpdatedAt}
          menuOf={menuOf}
        />
      )}
    </ListBody>
  );
}

interface CardsProps {
  webinars: WebinarRow[];
  server_time: string;
  read_at: number;
  menuOf: MenuOf;
}

function Cards({ webinars, server_time, read_at, menuOf }: CardsProps) {
  const t = useTranslations('webinars');
  const now = useServerNow(server_time, read_at);
  return (
    <ul className={`${classes.list} stack plain gap-5`} aria-label={t('title')}>
      {webinars.map((webinar) => (
        <WebinarCard key={webinar.id} webinar={webinar} now={now} menu={menuOf(webinar)} />
      ))}
    </ul>
  );
}

function CardsSkeleton() {
  return (
    <div className="stack plain gap-5">
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} height={126} radius="lg" />
      ))}
    </div>
  );
}
