import { IconBell } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import classes from './bell.module.css';

/** Beyond this the number says nothing more. */
const MOST = 99;

interface Props {
  unread: number;
  opened: boolean;
  onOpen: () => void;
}

/** Opens what the person was told, with how much of it is not read. */
export function Bell({ unread, opened, onOpen }: Props) {
  const t = useTranslations('shell.notifications');
  return (
    <button
      type="button"
      className={`${classes.bell} lit`}
      aria-label={t('label', { unread })}
      aria-haspopup="dialog"
      aria-expanded={opened}
      onClick={onOpen}
    >
      <IconBell size={22} stroke={1.8} aria-hidden />
      {unread > 0 && (
        <span className={classes.count} aria-hidden>
          {unread > MOST ? `${MOST}+` : unread}
        </span>
      )}
    </button>
  );
}
