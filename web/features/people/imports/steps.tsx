import { IconCheck } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import classes from './steps.module.css';

const STEPS = ['choose', 'check', 'done'] as const;

/** The way through an import, and where one is. */
export function Steps({ current }: { current: (typeof STEPS)[number] }) {
  const t = useTranslations('imports.steps');
  const at = STEPS.indexOf(current);
  return (
    <ol className={classes.steps} aria-label={t('label')}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          className={`${classes.step} row dim shrinks gap-4`}
          data-state={index < at ? 'past' : index === at ? 'now' : 'next'}
          aria-current={index === at ? 'step' : undefined}
        >
          <span className={classes.mark} aria-hidden>
            {index < at ? <IconCheck size={16} stroke={2.5} /> : index + 1}
          </span>
          {t(step)}
        </li>
      ))}
    </ol>
  );
}
