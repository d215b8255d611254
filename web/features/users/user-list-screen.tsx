import { IMPLIED_TYPES, USER_TYPES, type UserType } from '#contract/access';
import type { ResponseOf } from '#contract/platform';
import { listUsers } from '#contract/users';
import { NativeSelect } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useListState } from '../../lib/list-state.ts';
import { useData } from '../../lib/use-data.ts';
import { STATUS_TONES, userStatus } from '../../lib/user-status.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { ListBar } from '../../ui/list/list-bar.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PersonLine } from '../../ui/person-line.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';

type Row = ResponseOf<typeof listUsers>['results'][number];

export function UserListScreen() {
  const t = useTranslations();
  const list = useListState(listUsers);
  const users = useData(listUsers, { query: list.query, keep: true });
  const narrowed = list.search !== '' || list.filter('user_type') !== '';

  const columns: Column<Row>[] = [
    {
      key: 'name',
      label: t('users.name'),
      sort: 'last_name',
      primary: true,
      render: (user) => <PersonLine person={user} fallback={user.email ?? user.phone ?? '—'} />,
    },
    {
      key: 'email',
      label: t('users.email'),
      sort: 'email',
      render: (user) => user.email && <LongText>{user.email}</LongText>,
    },
    {
      key: 'position',
      label: t('users.position'),
      sort: 'position',
      render: (user) => user.position && <LongText>{user.position}</LongText>,
    },
    {
      key: 'subdivision',
      label: t('users.subdivision'),
      sort: 'subdivision',
      render: (user) => user.subdivision && <LongText>{user.subdivision}</LongText>,
    },
    // §6: the owner role is not shown in tables; a role that comes with a stronger one goes without saying.
    {
      key: 'roles',
      label: t('users.roles'),
      render: (user) =>
        user.user_types
          .filter((one) => one !== 'owner' && !user.user_types.some((other) => implies(other, one)))
          .map((one) => t(`common.roles.${one}`))
          .join(', '),
    },
    {
      key: 'status',
      label: t('users.status'),
      render: (user) => (
        <StatusBadge tone={STATUS_TONES[userStatus(user)]}>
          {t(`users.statuses.${userStatus(user)}`)}
        </StatusBadge>
      ),
    },
  ];

  return (
    <>
      <PageHeader title={t('users.title')} />
      <ListBar list={list}>
        <NativeSelect
          aria-label={t('users.role')}
          value={list.filter('user_type')}
          onChange={(event) => list.setFilter('user_type', event.currentTarget.value)}
          data={[
            { value: '', label: t('users.all_roles') },
            ...USER_TYPES.filter((one) => one !== 'owner').map((one) => ({
              value: one,
              label: t(`common.roles.${one}`),
            })),
          ]}
        />
      </ListBar>
      <DataTable
        label={t('users.title')}
        columns={columns}
        query={users}
        list={list}
        rowKey={(user) => user.id}
        empty={
          narrowed ? (
            <EmptyState title={t('common.list.nothing_found')} text={t('common.list.nothing_found_text')} />
          ) : (
            <EmptyState title={t('users.empty')} text={t('users.empty_text')} />
          )
        }
      />
    </>
  );
}

function implies(stronger: UserType, one: UserType): boolean {
  return stronger !== one && IMPLIED_TYPES[stronger].includes(one);
}
