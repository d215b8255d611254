import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Panel } from '../../ui/panel.tsx';
import type { Dashboard } from './dashboard-screen.tsx';
import classes from './first-steps.module.css';

const STEPS = [
  ['people', '/user/create'],
  ['groups', '/group/create'],
  ['courses', '/course/create'],
] as const;

/** What a new company does first; gone once all of it is done. */
export function FirstSteps({ has }: { has: Dashboard['has'] }) {
  const t = useTranslations('dashboard.start');
  if (STEPS.every(([step]) => has[step])) return null;
  return (
    <Panel title={t('title')}>
      <p className={classes.text}>{t('text')}</p>
      <ol className={classes.steps}>
        {STEPS.map(([step, to]) => (
          <li key={step} className={classes.step} data-done={has[step] || undefined}>
            {has[step] ? (
              <IconCircleCheckFilled size={24} role="img" aria-label={t('done')} />
            ) : (
              <IconCircleDashed size={24} aria-hidden />
            )}
            <span className={classes.words}>
              <strong>{t(step)}</strong>
              <span>{t(`${step}_text`)}</span>
            </span>
            {!has[step] && (
              <Button
                component={Link}
                to={to}
                variant="default"
                size="sm"
                aria-label={`${t('to_do')}: ${t(step)}`}
              >
                {t('to_do')}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
