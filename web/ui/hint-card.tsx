import { IconBulb } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useHints } from '../lib/hints.ts';
import { useProfile } from '../lib/session.ts';
import type { Name } from './hint.tsx';
import classes from './hint-card.module.css';

/** What `Hint` shows. */
export default function HintCard({ name }: { name: Name }) {
  const t = useTranslations('hints');
  const { dismiss } = useHints();
  // What they may do differs, and so what they are told.
  const role = useProfile().current_login_info.type_user;
  return (
    <aside className={classes.hint} aria-label={t('label')}>
      <IconBulb className={classes.icon} size={22} stroke={1.7} aria-hidden />
      <p className={classes.text}>{t(name, { role })}</p>
      <button type="button" className={classes.button} onClick={() => void dismiss(name)}>
        {t('dismiss')}
      </button>
    </aside>
  );
}
