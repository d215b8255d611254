import { deleteGroup, getGroup } from '#contract/groups';
import type { ResponseOf } from '#contract/platform';
import { Button } from '@mantine/core';
import { IconPencil, IconTrash, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { dateText } from '../../lib/dates.ts';
import { useMay } from '../../lib/session.ts';
import { showSuccess } from '../../lib/toasts.ts';
import { useAction } from '../../lib/use-action.ts';
import { useData } from '../../lib/use-data.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { LinkList } from '../../ui/link-list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TabsByUrl } from '../../ui/tabs-by-url.tsx';
import { GroupMembers } from './group-members.tsx';

type Group = ResponseOf<typeof getGroup>;

interface Props {
  id: number;
  onInvite: (group: Group) => void;
}

export function GroupInfoScreen({ id, onInvite }: Props) {
  const t = useTranslations('groups');
  const may = useMay();
  const query = useData(getGroup, { params: { id } });
  return (
    <Loaded query={query}>
      {(group) => (
        <>
          <PageHeader
            title={group.name}
            description={group.description}
            {...(may('navigateGroups') && { back: { to: '/group', label: t('title') } })}
            actions={<Actions group={group} onInvite={() => onInvite(group)} />}
          />
          <Panel>
            <Facts
              facts={[
                [
                  t('managers'),
                  group.managers.map((one) => `${one.first_name} ${one.last_name}`).join(', ') ||
                    t('no_managers'),
                ],
                [t('students'), t('students_count', { count: group.students })],
                [t('created_at'), dateText(group.created_at)],
              ]}
            />
          </Panel>
          <div style={{ marginTop: '1.25rem' }}>
            <TabsByUrl
              label={t('tabs')}
              tabs={[
                {
                  hash: 'members',
                  label: t('members'),
                  content: <GroupMembers group={group} onInvite={() => onInvite(group)} />,
                },
                {
                  hash: 'courses',
                  label: t('courses'),
                  count: group.courses.length,
                  content: (
                    <LinkList
                      items={group.courses.map((one) => ({ ...one, to: `/course/${one.id}` }))}
                      empty={<EmptyState title={t('no_courses')} />}
                    />
                  ),
                },
                {
                  hash: 'programs',
                  label: t('programs'),
                  count: group.programs.length,
                  content: (
                    <LinkList
                      items={group.programs.map((one) => ({ ...one, to: `/program/${one.id}` }))}
                      empty={<EmptyState title={t('no_programs')} />}
                    />
                  ),
                },
              ]}
            />
          </div>
        </>
      )}
    </Loaded>
  );
}

function Actions({ group, onInvite }: { group: Group; onInvite: () => void }) {
  const t = useTranslations();
  const may = useMay();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const remove = useAction(deleteGroup, {
    onDone: () => {
      showSuccess(t('groups.deleted', { name: group.name }));
      void navigate('/group');
    },
  });
  return (
    <>
      {may('createUser') && (
        <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={onInvite}>
          {t('groups.invite')}
        </Button>
      )}
      {may('editGroup') && (
        <>
          <Button
            component={Link}
            to={`/group/${group.id}/edit`}
            variant="default"
            leftSection={<IconPencil size={18} aria-hidden />}
          >
            {t('common.edit')}
          </Button>
          <Button
            variant="subtle"
            color="brick"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => setAsking(true)}
          >
            {t('common.delete')}
          </Button>
        </>
      )}
      <ConfirmDialog
        opened={asking}
        title={t('groups.delete_title')}
        text={t('groups.delete_text', { name: group.name })}
        confirmLabel={t('common.delete')}
        danger
        busy={remove.busy}
        onConfirm={() => void remove.run({ params: { id: group.id } }).then(() => setAsking(false))}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
