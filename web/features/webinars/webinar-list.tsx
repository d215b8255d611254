import { listWebinars } from '#contract/webinars';
import { Menu, Skeleton } from '@mantine/core';
import { IconCalendarOff, IconPencil, IconTrash } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { ListState } from '../../lib/list-state.ts';
import { useData } from '../../lib/use-data.ts';
import { ListBody } from '../../ui/list/list-body.tsx';
import { RowMenu } from '../../ui/list/row-menu.tsx';
import { CancelWebinarDialog } from './cancel-webinar-dialog.tsx';
import { DeleteWebinarDialog } from './delete-webinar-dialog.tsx';
import { WebinarCard, type WebinarRow, type Webinars } from './webinar-card.tsx';
import classes from './webinar-card.module.css';
import { useServerNow } from './webinar-time.ts';

type List = ListState<typeof listWebinars>;
type Asked = { what: 'cancel' | 'delete'; webinar: WebinarRow };

/** What the address asks for, upcoming unless it says past; `only` narrows it to a course or a program. */
export function useWebinars(list: List, only: { course?: number; program?: number }) {
  const when = list.filter('when') === 'past' ? 'past' : 'upcoming';
  return useData(listWebinars, { query: { ...list.query, when, ...only }, keep: true });
}

interface Props {
  list: List;
  query: UseQueryResult<Webinars>;
  empty: ReactNode;
}

/** Webinars as cards with what may be done with each. */
export function WebinarList({ list, query, empty }: Props) {
  const t = useTranslations('webinars');
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <ListBody
        query={query}
        list={list}
        empty={empty}
        sorts={[
          { label: t('starts_at'), sort: 'starts_at' },
          { label: t('name'), sort: 'name' },
        ]}
        sort="always"
        skeleton={<CardsSkeleton />}
      >
        {(webinars) => (
          <Cards
            webinars={webinars}
            server_time={query.data!.server_time}
            read_at={query.dataUpdatedAt}
            onAsk={setAsked}
          />
        )}
      </ListBody>
      {asked?.what === 'cancel' && <CancelWebinarDialog webinar={asked.webinar} onClose={close} />}
      {asked?.what === 'delete' && (
        <DeleteWebinarDialog webinar={asked.webinar} onDeleted={close} onClose={close} />
      )}
    </>
  );
}

interface CardsProps {
  webinars: WebinarRow[];
  server_time: string;
  read_at: number;
  onAsk: (asked: Asked) => void;
}

function Cards({ webinars, server_time, read_at, onAsk }: CardsProps) {
  const t = useTranslations('webinars');
  const now = useServerNow(server_time, read_at);
  return (
    <ul className={classes.list} aria-label={t('title')}>
      {webinars.map((webinar) => (
        <WebinarCard
          key={webinar.id}
          webinar={webinar}
          now={now}
          menu={webinar.actions.length > 0 && <WebinarMenu webinar={webinar} onAsk={onAsk} />}
        />
      ))}
    </ul>
  );
}

function WebinarMenu({ webinar, onAsk }: { webinar: WebinarRow } & Pick<CardsProps, 'onAsk'>) {
  const t = useTranslations();
  const { id, name, actions } = webinar;
  return (
    <RowMenu name={name}>
      {actions.includes('edit') && (
        <Menu.Item
          component={Link}
          to={`/webinar/${id}/edit`}
          leftSection={<IconPencil size={18} aria-hidden />}
        >
          {t('common.edit')}
        </Menu.Item>
      )}
      {actions.includes('cancel') && (
        <Menu.Item
          leftSection={<IconCalendarOff size={18} aria-hidden />}
          onClick={() => onAsk({ what: 'cancel', webinar })}
        >
          {t('webinars.cancel.action')}
        </Menu.Item>
      )}
      {actions.includes('delete') && (
        <Menu.Item
          color="var(--mantine-color-error)"
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={() => onAsk({ what: 'delete', webinar })}
        >
          {t('common.delete')}
        </Menu.Item>
      )}
    </RowMenu>
  );
}

function CardsSkeleton() {
  return (
    <div className={classes.list}>
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} height={126} radius="lg" />
      ))}
    </div>
  );
}
