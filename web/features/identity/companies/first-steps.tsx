import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { useHints } from '../../../lib/page/hints.ts';
import { safely } from '../../../lib/api/safely.ts';
import { refreshProfile, useProfile } from '../../../lib/session/session.ts';
import { Notice } from '../../../ui/state/notice.tsx';
import { Panel } from '../../../ui/page/panel.tsx';
import { ProgressLine } from '../../../ui/state/progress-line.tsx';
import classes from './first-steps.module.css';
import { STEPS, type Steps, stepsShown, unfinishedKey } from './steps-shown.ts';
import { managePath } from '../../../lib/paths/material-paths.ts';

/** What a new company does first, until all of it is done or the person hides it. */
export function FirstSteps({ steps }: { steps: Steps | null }) {
  const profile = useProfile();
  const company = profile.current_login_info.space_pk;
  const shown = stepsShown(profile, steps);
  useEffect(() => {
    if (shown === 'list') safely(() => localStorage.setItem(unfinishedKey(company), 'true'));
  }, [shown, company]);
  if (!steps || !shown) return null;
  return <div className="off-paper before-7">{shown === 'list' ? <List steps={steps} /> : <Finished />}</div>;
}

/** The same with what the profile knows, read again when the person comes from another screen. */
export default function OwnFirstSteps() {
  const { first_steps } = useProfile();
  // The page that a visit begins with has just read it.
  const isFirstPage = useLocation().key === 'default';
  useEffect(() => {
    if (!isFirstPage) void refreshProfile();
  }, [isFirstPage]);
  return <FirstSteps steps={first_steps} />;
}

function List({ steps }: { steps: Steps }) {
  const t = useTranslations('first_steps');
  const { current_login_info } = useProfile();
  const { dismiss } = useHints();
  const paths: Record<(typeof STEPS)[number], string> = {
    company: `/company/${current_login_info.space_pk}/edit`,
    group: '/group/create',
    people: '/user#invite',
    course: '/course/create',
    test: steps.course_id ? managePath(steps.course_id) : '/course/create',
    given: steps.group_id ? `/group/${steps.group_id}#courses` : '/group/create',
    result: '/results',
  };
  const done = STEPS.filter((step) => steps[step]).length;
  const next = STEPS.find((step) => !steps[step]);
  const progress = t('progress', { done, count: STEPS.length });
  return (
    <Panel
      title={t('title')}
      actions={
        <Button variant="subtle" size="compact-md" onClick={() => void dismiss('first_steps', t('hidden'))}>
          {t('hide')}
        </Button>
      }
    >
      <p className={classes.text}>{progress}</p>
      <ProgressLine value={Math.round((done / STEPS.length) * 100)} label={progress} />
      <ol className={classes.steps}>
        {STEPS.map((step) => (
          <li
            key={step}
            className={`${classes.step} ruled narrow-two narrow-tops`}
            data-done={steps[step] || undefined}
          >
            {steps[step] ? (
              <IconCircleCheckFilled size={24} role="img" aria-label={t('done')} />
            ) : (
              <IconCircleDashed size={24} className="dim" aria-hidden />
            )}
            <span className={classes.words}>
              <strong>{t(step)}</strong>
              {!steps[step] && <span className="quiet">{t(`${step}_text`)}</span>}
            </span>
            {!steps[step] && (
              <Button
                component={Link}
                to={paths[step]}
                variant={step === next ? 'filled' : 'default'}
                size="sm"
                className={classes.go}
                aria-label={`${t(step === 'result' ? 'look' : 'to_do')}: ${t(step)}`}
              >
                {t(step === 'result' ? 'look' : 'to_do')}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** Said once: it is gone when it is closed or the page is left. */
function Finished() {
  const t = useTranslations('first_steps');
  const company = useProfile().current_login_info.space_pk;
  const [closed, setClosed] = useState(false);
  useEffect(() => () => localStorage.removeItem(unfinishedKey(company)), [company]);
  if (closed) return null;
  return (
    <Notice
      tone="good"
      title={t('finished')}
      action={
        <Button variant="default" onClick={() => setClosed(true)}>
          {t('close')}
        </Button>
      }
    >
      <p className="flush">
        {t('finished_text')} <Link to={`/company/${company}/dashboard`}>{t('to_dashboard')}</Link>
      </p>
    </Notice>
  );
}
