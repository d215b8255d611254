import { IconDotsVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../control/button/icon-button.tsx';
import { Menu } from '../control/over/menu.tsx';
import classes from './row-menu.module.css';

/** The menu at the end of a row; its items are the children (`Menu.Item`). */
export function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  const t = useTranslations('shell.list');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton
          className="above"
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t('row_actions', { name })}
        >
          <IconDotsVertical size={20} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>{children}</Menu.Dropdown>
    </Menu>
  );
}
