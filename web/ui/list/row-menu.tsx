import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import classes from './row-menu.module.css';

/** The menu at the end of a row; its items are the children (`Menu.Item`). */
export function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  const t = useTranslations('shell.list');
  return (
    <Menu position="bottom-end" shadow="md" withinPortal>
      <Menu.Target>
        <ActionIcon
          className="above"
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t('row_actions', { name })}
        >
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>{children}</Menu.Dropdown>
    </Menu>
  );
}
