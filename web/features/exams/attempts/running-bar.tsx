import { IconClockHour4 } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { countdownText } from '../../../lib/words/dates.ts';
import { queryClient } from '../../../lib/api/use-data.ts';
import { type Profile, refreshProfile } from '../../../lib/session/session.ts';
import { formPath, materialPath } from '../../../lib/paths/material-paths.ts';
import classes from './running-bar.module.css';

type Running = NonNullable<Profile['running_attempt']>;

/**
 * While a test of the person runs: how long it still does, and the way back into it, on every screen but its own. It comes
 * with the page, which nothing then moves down in; and what ends while a screen is read is told of there as ended until
 * one goes on, so that nothing moves up either.
 */
export function RunningBar({ running }: { running: Running | null }) {
  const { pathname } = useLocation();
  const [told, setTold] = useState({ running, pathname });
  if (pathname !== told.pathname || (running && running !== told.running)) setTold({ running, pathname });
  if (!told.running) return null;
  const to = formPath(told.running.course_id, told.running.material_id, told.running.form_id);
  return pathname === to ? null : (
    <Bar running={told.running} to={to} pathname={pathname} hasEnded={!running} />
  );
}

interface BarProps {
  running: Running;
  to: string;
  pathname: string;
  hasEnded: boolean;
}

function Bar({ running, to, pathname, hasEnded }: BarProps) {
  const t = useTranslations('shell.running');
  const remaining = useRemaining(running);
  const isOver = hasEnded || remaining <= 0;
  const title = t(isOver ? 'ended' : 'running', { name: running.form_name });
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const { style, offsetHeight } = bar.current!;
    if (!isOver) style.setProperty('--height', `${offsetHeight}px`);
  });
  const way = isOver ? materialPath(running.course_id, running.material_id) : to;
  return (
    <aside ref={bar} className={`${classes.bar} sticks off-paper`} data-over={isOver} aria-label={title}>
      <IconClockHour4 size={22} className="not-narrow" aria-hidden />
      <p className={classes.words}>
        <strong className="anywhere">{title}</strong>{' '}
        <span>{!isOver && t(running.is_left ? 'ends_in' : 'left', { time: countdownText(remaining) })}</span>
      </p>
      {way !== pathname && (
        <Link to={way} className={classes.way}>
          {t(isOver ? 'result' : 'back')}
        </Link>
      )}
    </aside>
  );
}

/** The server has ended by then what was due: it takes late saves for five seconds more. */
const ENDED_AFTER_MS = 7000;

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
    void refreshProfile();
    setTimeout(() => void queryClient.invalidateQueries(), ENDED_AFTER_MS);
  }, [isOver]);
  return remaining;
}
