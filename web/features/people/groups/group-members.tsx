import {
  addGroupMembers,
  exportGroupStudents,
  GROUP_ROLES,
  listGroupMembers,
  removeGroupMember,
  type Rule,
} from '#contract/people/groups';
import type { ResponseOf } from '#contract/platform';
import { IconEye, IconFileExport, IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { Menu } from '../../../ui/control/over/menu.tsx';
import { call } from '../../../lib/api/api.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { useListState } from '../../../lib/form/list-state.ts';
import { useRemovedToast } from '../../../lib/api/removal.ts';
import { useMay, useProfile } from '../../../lib/session/session.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { STATUS_TONES, userStatus } from '../../../lib/session/user-status.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { ListBar } from '../../../ui/list/list-bar.tsx';
import { FilterSelect } from '../../../ui/filter/filter-select.tsx';
import { RowMenu } from '../../../ui/list/row-menu.tsx';
import { LongText } from '../../../ui/table/long-text.tsx';
import { TwoLines } from '../../../ui/table/two-lines.tsx';
import { PersonLine } from '../../../ui/person/person-line.tsx';
import { EmptyState } from '../../../ui/state/states.tsx';
import { StatusBadge } from '../../../ui/state/status-badge.tsx';
import { personName } from '../../../lib/words/person-name.ts';

type Member = ResponseOf<typeof listGroupMembers>['results'][number];

const FILTERS = ['role', 'off_rule'] as const;

interface Props {
  group: { id: number; name: string; rule: Rule | null };
}

/** The people of a group by role; whoever looks after the group takes them out here. */
export function GroupMembers({ group }: Props) {
  const t = useTranslations();
  const may = useMay();
  const list = useListState(listGroupMembers);
  const members = useData(listGroupMembers, { query: { ...list.query, group: group.id }, keep: true });
  const [leaving, setLeaving] = useState<Member | null>(null);
  // Classmates are a name, a photo and a position to each other.
  const staff = may('navigateGroups');
  const narrowed = list.isNarrowed(FILTERS);
  const exporting = useAction(exportGroupStudents, { onDone: saveFile });
  // Of whatever role the list shows, the sheet has the students.
  const { role: _, page: __, page_size: ___, ...asked } = list.query;

  const status: Column<Member> = {
    key: 'status',
    label: t('users.status'),
    render: ({ blocked = false, activated = false, email = null, is_online = false }) => {
      const shown = userStatus({ blocked, activated, email, is_online });
      return <StatusBadge tone={STATUS_TONES[shown]}>{t(`users.statuses.${shown}`)}</StatusBadge>;
    },
  };
  const progress: Column<Member> = {
    key: 'progress',
    label: t('groups.finished_courses'),
    render: ({ progress: own }) => own && (own.all > 0 ? t('groups.progress_of', own) : '—'),
  };
  const columns: Column<Member>[] = [
    {
      key: 'name',
      label: t('users.name'),
      sort: 'last_name',
      primary: true,
      render: (member) => <PersonLine person={member} note={member.email ?? member.phone} />,
    },
    {
      key: 'position',
      minor: staff,
      label: t('users.position'),
      render: (member) => member.position && <LongText>{member.position}</LongText>,
    },
    {
      key: 'role',
      label: t('groups.member_role'),
      render: ({ role, by_rule = false, off_rule = false }) => (
        <TwoLines note={by_rule && t(off_rule ? 'groups.rule.off' : 'groups.rule.by_rule')}>
          {t(`groups.member_roles.${role}`)}
        </TwoLines>
      ),
    },
    ...(staff ? [progress, status] : []),
  ];

  return (
    <>
      <ListBar
        list={list}
        query={members}
        names={FILTERS}
        end={
          staff && (
            <Button
              variant="default"
              leftSection={<IconFileExport size={18} aria-hidden />}
              loading={exporting.busy}
              onClick={() => void exporting.run({ query: { ...asked, group: group.id } })}
            >
              {t('groups.export')}
            </Button>
          )
        }
      >
        <FilterSelect
          name="role"
          label={t('groups.member_role')}
          any={t('groups.all_members')}
          choices={GROUP_ROLES.map((one) => ({ value: one, label: t(`groups.member_roles.${one}`) }))}
        />
        {staff && group.rule && (
          <FilterSelect
            name="off_rule"
            label={t('groups.rule.filter')}
            any={t('groups.rule.filter_any')}
            choices={[{ value: 'true', label: t('groups.rule.filter_off') }]}
          />
        )}
      </ListBar>
      <DataTable
        label={t('groups.members')}
        columns={columns}
        moreSorts={staff ? [{ label: t('users.email'), sort: 'email' }] : []}
        query={members}
        list={list}
        rowKey={(member) => `${member.id}-${member.role}`}
        rowHref={(member) => (may('viewUser') ? `/user/${member.id}` : null)}
        {...(may('editGroup') && {
          rowMenu: (member: Member) => <MemberMenu member={member} onRemove={() => setLeaving(member)} />,
        })}
        empty={
          narrowed ? (
            <EmptyState title={t('common.list.nothing_found')} text={t('common.list.nothing_found_text')} />
          ) : (
            <EmptyState
              title={t('groups.no_members')}
              text={may('editGroup') && t('groups.no_members_text')}
            />
          )
        }
      />
      {leaving && <RemoveDialog group={group} member={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

function MemberMenu({ member, onRemove }: { member: Member; onRemove: () => void }) {
  const t = useTranslations('groups');
  const may = useMay();
  return (
    <RowMenu name={nameOf(member)}>
      {may('viewUser') && (
        <Menu.Item component={Link} to={`/user/${member.id}`} leftSection={<IconEye size={18} aria-hidden />}>
          {t('member.view')}
        </Menu.Item>
      )}
      <Menu.Item
        color="var(--osn-error)"
        leftSection={<IconUserMinus size={18} aria-hidden />}
        onClick={onRemove}
      >
        {t('member.remove')}
      </Menu.Item>
    </RowMenu>
  );
}

function RemoveDialog({
  group,
  member,
  onClose,
}: {
  group: Props['group'];
  member: Member;
  onClose: () => void;
}) {
  const t = useTranslations('groups');
  const { id, role, off_rule = false } = member;
  const words = { name: nameOf(member), group: group.name };
  const profile = useProfile();
  // A manager reaches people by the groups they share.
  const mayLose = profile.current_login_info.type_user === 'manager' && profile.id !== id;
  const said = [
    t(`member.remove_text.${role}`, words),
    role === 'student' && group.rule && !off_rule && t('rule.stays_out', words),
    mayLose && t('member.remove_reach', words),
  ];
  const removed = useRemovedToast();
  const remove = useAction(removeGroupMember, {
    onDone: () => {
      void removed(
        t('member.removed', words),
        { object_model: 'group', object_id: group.id, name: group.name },
        () => call(addGroupMembers, { body: { group: group.id, role, user_ids: [id] } }),
      );
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened
      title={t('member.remove_title')}
      text={said.filter(Boolean).join(' ')}
      confirmLabel={t('member.remove')}
      danger
      busy={remove.busy}
      onConfirm={() => void remove.run({ params: { id: group.id, role, user_id: id } })}
      onCancel={onClose}
    />
  );
}

const nameOf = (member: Member) => personName(member) || '—';
