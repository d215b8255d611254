import { listUsers } from '#contract/people/users';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Skeleton } from '../../../../ui/state/skeleton.tsx';
import { useListState } from '../../../../lib/form/list-state.ts';
import { useMay } from '../../../../lib/session/session.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { STATUS_TONES, userStatus } from '../../../../lib/session/user-status.ts';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { ListBar } from '../../../../ui/list/list-bar.tsx';
import { useSelection } from '../../../../ui/list/selection.ts';
import { useView, ViewToggle } from '../../../../ui/list/view-toggle.tsx';
import { LongText } from '../../../../ui/table/long-text.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { PersonLine } from '../../../../ui/person/person-line.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import { RowActions } from './row-actions.tsx';
import { nameOf } from '../person-name.ts';
import { useRolesText } from '../person-roles.ts';
import { UserListActions } from './user-list-actions.tsx';
import { FILTERS, UserListFilters } from './user-list-filters.tsx';
import type { UserRow, BulkAction } from '../user.ts';
import { later, laterOver, Whole } from '../../../../lib/page/later.tsx';

const BulkBar = later(() => import('../bulk/bulk-bar.tsx'));
const BulkDialogs = laterOver(() => import('../bulk/bulk-dialogs.tsx'));
const UserCards = later(() => import('./user-list-cards.tsx'));

/** The people in reach as a table or as cards, and all that is done with one or several of them. */
export function UserListScreen({ invitations }: { invitations: ReactNode }) {
  const t = useTranslations();
  const may = useMay();
  const list = useListState(listUsers);
  const users = useData(listUsers, { query: list.query, keep: true });
  const view = useView();
  const { page: _page, ordering: _ordering, page_size: _size, ...about } = list.query;
  const selection = useSelection<UserRow>(JSON.stringify(about));
  const [action, setAction] = useState<BulkAction | null>(null);
  const columns = useColumns();
  // The address stands below the name.
  const moreSorts = [{ label: t('users.email'), sort: 'email' }];

  const hrefOf = (user: UserRow) => (may('viewUser') ? `/user/${user.id}` : null);
  const choice = may('editUser') ? { choice: { selection, nameOf } } : {};
  const shared = {
    query: users,
    list,
    empty: <Nothing narrowed={list.isNarrowed(FILTERS)} />,
  };

  return (
    <>
      <PageHeader
        title={t('users.title')}
        actions={<UserListActions query={{ ...about, ordering: list.query.ordering }} />}
      />
      <ListBar list={list} query={users} names={FILTERS} end={<ViewToggle />}>
        <UserListFilters />
      </ListBar>
      <Whole fallback={<Skeleton height={320} radius="md" />}>
        {view === 'table' ? (
          <DataTable
            {...shared}
            {...choice}
            label={t('users.title')}
            columns={columns}
            moreSorts={moreSorts}
            rowKey={(user) => user.id}
            rowHref={hrefOf}
            rowMenu={(user) => <RowActions user={user} />}
          />
        ) : (
          <UserCards {...shared} {...choice} sorts={[...columns, ...moreSorts]} hrefOf={hrefOf} />
        )}
        {/* Below, where it moves nothing by coming late; nor do people move it, whose number is known by then. */}
        <div hidden={users.isPending}>{invitations}</div>
      </Whole>
      <Suspense>
        {selection.rows.size > 0 && (
          <BulkBar users={[...selection.rows.values()]} onChoose={setAction} onClear={selection.clear} />
        )}
      </Suspense>
      {action && (
        <BulkDialogs
          action={action}
          users={selection.rows}
          onClose={() => setAction(null)}
          onDone={selection.clear}
        />
      )}
    </>
  );
}

function useColumns(): Column<UserRow>[] {
  const t = useTranslations('users');
  const rolesText = useRolesText();
  return [
    {
      key: 'name',
      label: t('name'),
      sort: 'last_name',
      primary: true,
      render: (user) => <PersonLine person={user} note={user.email ?? user.phone} />,
    },
    {
      key: 'position',
      minor: true,
      label: t('position'),
      sort: 'position',
      render: (user) => user.position && <LongText>{user.position}</LongText>,
    },
    {
      key: 'subdivision',
      minor: true,
      label: t('subdivision'),
      sort: 'subdivision',
      render: (user) => user.subdivision && <LongText>{user.subdivision}</LongText>,
    },
    { key: 'roles', label: t('roles'), render: (user) => rolesText(user) },
    {
      key: 'status',
      label: t('status'),
      render: (user) => (
        <StatusBadge tone={STATUS_TONES[userStatus(user)]}>{t(`statuses.${userStatus(user)}`)}</StatusBadge>
      ),
    },
    {
      key: 'second_factor',
      minor: 'first',
      label: t('second_factor.label'),
      render: (user) => user.activated && t(`second_factor.${user.second_factor ? 'has' : 'lacks'}`),
    },
  ];
}

function Nothing({ narrowed }: { narrowed: boolean }) {
  const t = useTranslations();
  return narrowed ? (
    <EmptyState title={t('common.list.nothing_found')} text={t('common.list.nothing_found_text')} />
  ) : (
    <EmptyState title={t('users.empty')} text={t('users.empty_text')} />
  );
}
