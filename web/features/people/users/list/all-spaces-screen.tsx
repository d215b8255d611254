import { assignableTo, reachOf } from '#contract/access';
import type { ResponseOf } from '#contract/platform';
import { createMembership, listAllSpacesUsers } from '#contract/people/users';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import { useListState } from '../../../../lib/form/list-state.ts';
import { refreshProfile, useProfile } from '../../../../lib/session/session.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useForm } from '../../../../lib/form/use-form.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { PrivateForm } from '../../../../ui/form/private-form.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { ListBar } from '../../../../ui/list/list-bar.tsx';
import { FilterSelect } from '../../../../ui/filter/filter-select.tsx';
import { LongText } from '../../../../ui/table/long-text.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { PersonLine } from '../../../../ui/person/person-line.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import { nameOf } from '../person-name.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';

type Row = ResponseOf<typeof listAllSpacesUsers>['results'][number];

const FILTERS = ['space'] as const;

function useSpaces() {
  const { spaces, current_login_info } = useProfile();
  return {
    administered: spaces.filter(({ user_types }) =>
      user_types.some((one) => reachOf('createMembership', one) !== null),
    ),
    current: spaces.find(({ id }) => id === current_login_info.space_pk)?.name ?? '',
  };
}

/** The people of all companies that the caller owns or administers; any of them can be brought into this one. */
export function AllSpacesScreen() {
  const t = useTranslations();
  const list = useListState(listAllSpacesUsers);
  const users = useData(listAllSpacesUsers, { query: list.query, keep: true });
  const { administered, current } = useSpaces();
  const [adding, setAdding] = useState<Row | null>(null);
  const narrowed = list.isNarrowed(FILTERS);

  const columns: Column<Row>[] = [
    {
      key: 'name',
      label: t('users.name'),
      sort: 'last_name',
      primary: true,
      render: (user) => <PersonLine person={user} />,
    },
    {
      key: 'email',
      label: t('users.email'),
      sort: 'email',
      render: (user) => user.email && <LongText>{user.email}</LongText>,
    },
    {
      key: 'spaces',
      label: t('users.all_spaces.companies'),
      render: (user) => user.spaces.map(({ name }) => name).join(', '),
    },
    {
      key: 'member',
      label: t('users.all_spaces.membership'),
      render: (user) =>
        user.is_member ? (
          <StatusBadge tone="good">{t('users.all_spaces.member')}</StatusBadge>
        ) : (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            aria-label={t('users.all_spaces.add_named', { name: nameOf(user) })}
            onClick={() => setAdding(user)}
          >
            {t('users.all_spaces.add')}
          </Button>
        ),
    },
  ];
  return (
    <>
      <PageHeader
        title={t('users.all_spaces.title')}
        description={t('users.all_spaces.text', { company: current })}
        back={{ to: '/user', label: t('users.title') }}
      />
      <ListBar list={list} query={users} names={FILTERS}>
        <FilterSelect
          name="space"
          label={t('users.all_spaces.company')}
          any={t('users.all_spaces.all_companies')}
          choices={administered.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      </ListBar>
      <DataTable
        label={t('users.all_spaces.title')}
        columns={columns}
        query={users}
        list={list}
        rowKey={(user) => user.id}
        empty={
          narrowed ? (
            <EmptyState title={t('common.list.nothing_found')} text={t('common.list.nothing_found_text')} />
          ) : (
            <EmptyState title={t('users.all_spaces.empty')} />
          )
        }
      />
      {adding && <AddDialog user={adding} company={current} onClose={() => setAdding(null)} />}
    </>
  );
}

function AddDialog({ user, company, onClose }: { user: Row; company: string; onClose: () => void }) {
  const t = useTranslations();
  const { type_user } = useProfile().current_login_info;
  const name = nameOf(user);
  const form = useForm({
    endpoint: createMembership,
    initial: { user_pk: user.id, user_type: 'student' },
    onDone: () => {
      showSuccess(t('users.all_spaces.added', { name }));
      // A membership takes a licence.
      void refreshProfile();
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title={t('users.all_spaces.add_title', { company })}>
      <p style={{ marginTop: 0 }}>{t('users.all_spaces.add_text', { name })}</p>
      <PrivateForm form={form} submitLabel={t('users.all_spaces.add')} onCancel={onClose}>
        <NativeSelect
          data-autofocus
          label={t('users.role')}
          {...form.field('user_type')}
          data={assignableTo(type_user)
            .filter((one) => one !== 'owner')
            .toReversed()
            .map((one) => ({ value: one, label: t(`common.roles.${one}`) }))}
        />
      </PrivateForm>
    </Dialog>
  );
}
