import { IconClockHour4 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { countdownText } from '../../../lib/words/dates.ts';
import { queryClient } from '../../../lib/api/use-data.ts';
import { type Profile, readProfile } from '../../../lib/session/session.ts';
import classes from './running-bar.module.css';

type Running = NonNullable<Profile['running_attempt']>;

/** While a test of the person runs: how long it still does, and the way back into it. */
export function RunningBar({ running, to }: { running: Running; to: string }) {
  const t = useTranslations('shell.running');
  const { form_name, is_left } = running;
  const remaining = useRemaining(running);
  if (remaining <= 0) return null;
  return (
    <aside className={`${classes.bar} off-paper`} aria-label={t('label')}>
      <IconClockHour4 size={22} className="not-narrow" aria-hidden />
      <p className={classes.words}>
        <strong className="anywhere">{t('running', { name: form_name })}</strong>{' '}
        <span>{t(is_left ? 'ends_in' : 'left', { time: countdownText(remaining) })}</span>
      </p>
      <Link to={to} className={classes.way}>
        {t('back')}
      </Link>
    </aside>
  );
}

/** Milliseconds until it ends by itself; what came of it is read then. */
function useRemaining(running: Running): number {
  const told = Date.parse(running.ends_at) - Date.parse(running.server_time);
  const [remaining, setRemaining] = useState(told);
  useEffect(() => {
    // By a clock that nobody sets, since it was told.
    const since = performance.now();
    const show = () => setRemaining(told - (performance.now() - since));
    const timer = setInterval(show, 500);
    return () => clearInterval(timer);
  }, [running, told]);
  const isOver = remaining <= 0;
  useEffect(() => {
    if (!isOver) return;
    void queryClient.invalidateQueries();
    void readProfile().catch(() => {});
  }, [isOver]);
  return remaining;
}
