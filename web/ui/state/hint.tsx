import type { Hint as Known } from '#contract/identity/accounts';
import { IconBulb } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useHints } from '../../lib/page/hints.ts';
import { useProfile } from '../../lib/session/session.ts';
import classes from './hint.module.css';

/** The first steps are a list, not a tip. */
export type Name = Exclude<Known, 'first_steps'>;

/** A short tip for who is here for the first time, until they send it away; its route names the slice `hints`. */
export function Hint({ name }: { name: Name }) {
  const { dismissed_hints } = useProfile();
  return dismissed_hints.includes(name) ? null : <HintCard name={name} />;
}

function HintCard({ name }: { name: Name }) {
  const t = useTranslations('hints');
  const { dismiss } = useHints();
  // What they may do differs, and so what they are told.
  const role = useProfile().current_login_info.type_user;
  return (
    <aside className={`${classes.hint} off-paper narrow-two narrow-tops`} aria-label={t('label')}>
      <IconBulb className="dim" size={22} stroke={1.7} aria-hidden />
      <p className="flush">{t(name, { role })}</p>
      <button
        type="button"
        className={`${classes.button} lit narrow-whole finger-high`}
        onClick={() => void dismiss(name)}
      >
        {t('dismiss')}
      </button>
    </aside>
  );
}
