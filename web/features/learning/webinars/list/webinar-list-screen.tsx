import { listWebinars } from '#contract/learning/webinars';
import { IconCalendarOff, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Menu } from '../../../../ui/control/over/menu.tsx';
import { type ListState, useListState } from '../../../../lib/form/list-state.ts';
import { useMay } from '../../../../lib/session/session.ts';
import { ListBar } from '../../../../ui/list/list-bar.tsx';
import { RowMenu } from '../../../../ui/list/row-menu.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { CancelWebinarDialog } from '../cancel-webinar-dialog.tsx';
import { DeleteWebinarDialog } from '../delete-webinar-dialog.tsx';
import type { WebinarRow } from './webinar-card.tsx';
import { FILTERS, WebinarFilters } from './webinar-filters.tsx';
import { useWebinars, WebinarList } from './webinar-list.tsx';
import { WebinarWhen } from './webinar-when.tsx';

type List = ListState<typeof listWebinars>;
type Asked = { what: 'cancel' | 'delete'; webinar: WebinarRow };

/** The webinars in reach: what comes, and what is past. */
export function WebinarListScreen() {
  const t = useTranslations('webinars');
  const list = useListState(listWebinars);
  const webinars = useWebinars(list, {});
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const create = useMay()('editWebinar') && (
    <Button component={Link} to="/webinar/create" leftSection={<IconPlus size={18} aria-hidden />}>
      {t('create')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('title')} actions={create} />
      <WebinarWhen list={list} />
      <ListBar list={list} query={webinars} names={FILTERS}>
        <WebinarFilters />
      </ListBar>
      <WebinarList
        list={list}
        query={webinars}
        sorted
        empty={<Nothing list={list} create={create} />}
        menuOf={(webinar) => webinar.actions.length > 0 && <WebinarMenu webinar={webinar} onAsk={setAsked} />}
      />
      {asked?.what === 'cancel' && <CancelWebinarDialog webinar={asked.webinar} onClose={close} />}
      {asked?.what === 'delete' && <DeleteWebinarDialog webinar={asked.webinar} onClose={close} />}
    </>
  );
}

function WebinarMenu({ webinar, onAsk }: { webinar: WebinarRow; onAsk: (asked: Asked) => void }) {
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
          color="var(--osn-error)"
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={() => onAsk({ what: 'delete', webinar })}
        >
          {t('common.delete')}
        </Menu.Item>
      )}
    </RowMenu>
  );
}

function Nothing({ list, create }: { list: List; create: ReactNode }) {
  const t = useTranslations('webinars.empty');
  const common = useTranslations('common.list');
  if (list.isNarrowed(FILTERS))
    return <EmptyState title={common('nothing_found')} text={common('nothing_found_text')} />;
  if (list.filter('when') === 'past') return <EmptyState title={t('past')} text={t('past_text')} />;
  return <EmptyState title={t('upcoming')} text={create ? t('upcoming_editor') : t('upcoming_text')} />;
}
