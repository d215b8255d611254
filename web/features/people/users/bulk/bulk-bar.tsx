import {
  IconBook2,
  IconChevronUp,
  IconLock,
  IconLockOpen,
  IconMail,
  IconRoute,
  IconTrash,
  IconUserPlus,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Menu } from '../../../../ui/control/over/menu.tsx';
import { SelectionBar } from '../../../../ui/list/selection-bar.tsx';
import type { UserRow, BulkAction } from '../user.ts';
import { useMedia } from '../../../../ui/layout/use-media.ts';

interface Props {
  users: readonly UserRow[];
  onChoose: (action: BulkAction) => void;
  onClear: () => void;
}

/** What can be done with the people chosen in the list; stays at the foot of the window while somebody is. */
export default function BulkBar({ users, onChoose, onClear }: Props) {
  const t = useTranslations('users.bulk');
  const row = useTranslations('users.row');
  const wide = useMedia('(width >= 100em)');
  const adding = [
    { action: 'add_to_program', label: t('add_to_program'), icon: IconRoute },
    { action: 'add_to_course', label: t('add_to_course'), icon: IconBook2 },
    { action: 'add_to_group', label: t('add_to_group'), icon: IconUsersGroup },
  ] as const;
  const some = (allowed: (user: UserRow) => boolean) => users.some(allowed);
  // Offered where it can be done with somebody of them; the answer names the others.
  const changing = [
    {
      action: 'send_credentials',
      label: row('send_credentials'),
      icon: IconMail,
      offered: some(
        ({ actions }) => actions.includes('send_credentials') || actions.includes('invite_again'),
      ),
    },
    {
      action: 'block',
      label: row('block'),
      icon: IconLock,
      offered: some(({ actions, blocked }) => actions.includes('block') && !blocked),
    },
    {
      action: 'unblock',
      label: row('unblock'),
      icon: IconLockOpen,
      offered: some(({ actions, blocked }) => actions.includes('block') && blocked),
    },
    {
      action: 'delete',
      label: row('delete'),
      icon: IconTrash,
      danger: true,
      offered: some(({ actions }) => actions.includes('delete')),
    },
  ] as const;
  const offered = changing.filter((one) => one.offered);
  const itemOf = ({ action, label, icon: Icon, ...one }: (typeof adding | typeof changing)[number]) => (
    <Menu.Item
      key={action}
      leftSection={<Icon size={18} aria-hidden />}
      {...('danger' in one && { color: 'var(--osn-error)' })}
      onClick={() => onChoose(action)}
    >
      {label}
    </Menu.Item>
  );

  return (
    <SelectionBar
      label={t('label')}
      count={t('count', { count: users.length })}
      clear={t('clear')}
      onClear={onClear}
    >
      <Menu position="top-end">
        <Menu.Target>
          <Button
            variant={wide ? 'default' : 'filled'}
            size={wide ? 'sm' : 'md'}
            leftSection={wide && <IconUserPlus size={18} aria-hidden />}
            rightSection={<IconChevronUp size={16} aria-hidden />}
          >
            {wide ? t('add') : t('actions')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {adding.map(itemOf)}
          {!wide && offered.length > 0 && <Menu.Divider />}
          {!wide && offered.map(itemOf)}
        </Menu.Dropdown>
      </Menu>
      {wide &&
        offered.map(({ action, label, icon: Icon }) => (
          <Button
            key={action}
            size="sm"
            variant="default"
            leftSection={<Icon size={18} aria-hidden />}
            onClick={() => onChoose(action)}
          >
            {label}
          </Button>
        ))}
    </SelectionBar>
  );
}
