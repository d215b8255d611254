import { GROUP_ROLES, listGroupMembers } from '#contract/groups';
import type { ResponseOf } from '#contract/platform';
import { Button, NativeSelect } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useListState } from '../../lib/list-state.ts';
import { useMay } from '../../lib/session.ts';
import { useData } from '../../lib/use-data.ts';
import { STATUS_TONES, userStatus } from '../../lib/user-status.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { ListBar } from '../../ui/list/list-bar.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { PersonLine } from '../../ui/person-line.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';

type Row = ResponseOf<typeof listGroupMembers>['results'][number];

export function GroupMembers({ group, onInvite }: { group: { id: number }; onInvite: () => void }) {
  const t = useTranslations();
  const may = useMay();
  const list = useListState(listGroupMembers);
  const members = useData(listGroupMembers, { query: { ...list.query, group: group.id }, keep: true });
  const narrowed = list.search !== '' || list.filter('role') !== '';

  const columns: Column<Row>[] = [
    {
      key: 'name',
      label: t('users.name'),
      sort: 'last_name',
      primary: true,
      render: (member) => <PersonLine person={member} fallback={member.email ?? member.phone ?? '—'} />,
    },
    {
      key: 'email',
      label: t('users.email'),
      sort: 'email',
      render: (member) => member.email && <LongText>{member.email}</LongText>,
    },
    {
      key: 'position',
      label: t('users.position'),
      render: (member) => member.position && <LongText>{member.position}</LongText>,
    },
    {
      key: 'role',
      label: t('groups.member_role'),
      render: (member) => t(`groups.member_roles.${member.role}`),
    },
    {
      key: 'status',
      label: t('users.status'),
      render: (member) => (
        <StatusBadge tone={STATUS_TONES[userStatus(member)]}>
          {t(`users.statuses.${userStatus(member)}`)}
        </StatusBadge>
      ),
    },
  ];

  return (
    <>
      <ListBar list={list}>
        <NativeSelect
          aria-label={t('groups.member_role')}
          value={list.filter('role')}
          onChange={(event) => list.setFilter('role', event.currentTarget.value)}
          data={[
            { value: '', label: t('groups.all_members') },
            ...GROUP_ROLES.map((one) => ({ value: one, label: t(`groups.member_roles.${one}`) })),
          ]}
        />
      </ListBar>
      <DataTable
        label={t('groups.members')}
        columns={columns}
        query={members}
        list={list}
        rowKey={(member) => `${member.id}-${member.role}`}
        empty={
          narrowed ? (
            <EmptyState title={t('common.list.nothing_found')} text={t('common.list.nothing_found_text')} />
          ) : (
            <EmptyState
              title={t('groups.no_members')}
              text={may('createUser') && t('groups.no_members_text')}
              action={
                may('createUser') && (
                  <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={onInvite}>
                    {t('groups.invite')}
                  </Button>
                )
              }
            />
          )
        }
      />
    </>
  );
}
