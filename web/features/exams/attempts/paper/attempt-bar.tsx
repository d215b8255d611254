import { IconClockHour4, IconClockOff, IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/control/button/button.tsx';
import { useTitleOf } from '../../../../lib/words/title-of.ts';
import { countdownText, timeText } from '../../../../lib/words/dates.ts';
import classes from './attempt-bar.module.css';
import type { AttemptRun, Snapshot } from '../run/attempt-run.ts';
import { useCountdown } from '../run/use-attempt-run.ts';
import { SWITCH, useChoice } from './use-choice.ts';

interface Props {
  run: AttemptRun;
  snapshot: Snapshot;
  answered: number;
  /** Handing in is the next thing to do. */
  atEnd: boolean;
  /** The map of questions, where the page has no room for it. */
  map: ReactNode;
  onFinish: () => void;
}

/** Stays at the top of a running attempt: its name, the time left, what is saved, and the way to hand in. */
export function AttemptBar({ run, snapshot, answered, atEnd, map, onFinish }: Props) {
  const t = useTranslations('attempts');
  const { phase } = snapshot;
  useTitleOf(run.started.form_name);
  const total = run.started.questions.length;
  return (
    <header className={`${classes.bar} sticks`}>
      <div className={classes.words}>
        <h1 tabIndex={-1} className={classes.title}>
          {run.started.form_name}
        </h1>
        <p className={`${classes.granted} flush accent small strong`} role="status">
          {snapshot.granted !== null &&
            phase === 'running' &&
            t('granted', { minutes: snapshot.granted, time: timeText(new Date(snapshot.deadline)) })}
        </p>
      </div>
      <div className={classes.state}>
        <SaveState snapshot={snapshot} />
      </div>
      {map}
      <Countdown run={run} silent={phase === 'taken_over'} />
      <Button
        className={`${classes.finish} not-narrow`}
        variant={atEnd ? 'filled' : 'default'}
        loading={phase === 'finishing'}
        disabled={phase !== 'running'}
        onClick={onFinish}
      >
        {t('finish.open')}
      </Button>
      <div className={classes.thread} role="img" aria-label={t('paper.answered_of', { answered, total })}>
        <span className="weft" style={{ width: `${(100 * answered) / Math.max(1, total)}%` }} />
      </div>
    </header>
  );
}

/** @param silent the window in which the test goes on says it */
function Countdown({ run, silent }: { run: AttemptRun; silent: boolean }) {
  const t = useTranslations('attempts.countdown');
  const { remaining, spoken } = useCountdown(run);
  const [clock, setClock] = useChoice('clock', SWITCH);
  const urgency = remaining <= 60_000 ? 'last' : remaining <= 300_000 ? 'soon' : undefined;
  // In its last minutes the time is shown to whoever hid it, and where there is no clock otherwise.
  const shown = urgency !== undefined || (run.started.timed && clock === 'on');
  const hideable = urgency === undefined && run.started.timed;
  // At the end the notice says so.
  const said = spoken !== null && remaining > 0 && !silent && (shown || spoken <= 300);
  return (
    <div className={classes.countdown} data-urgency={urgency} hidden={!shown && !hideable}>
      {hideable ? (
        <button
          type="button"
          className={`${classes.toggle} lit`}
          aria-label={t(shown ? 'hide' : 'show')}
          title={t(shown ? 'hide' : 'show')}
          onClick={() => setClock(shown ? 'off' : 'on')}
        >
          {shown ? <IconClockHour4 size={20} aria-hidden /> : <IconClockOff size={20} aria-hidden />}
        </button>
      ) : (
        shown && <IconClockHour4 size={20} aria-hidden />
      )}
      {shown && (
        <span role="timer" aria-live="off" aria-label={t('left')}>
          {countdownText(remaining)}
        </span>
      )}
      <span className="unseen" aria-live="assertive">
        {said && t(`spoken_${spoken}`)}
      </span>
    </div>
  );
}

function SaveState({ snapshot }: { snapshot: Snapshot }) {
  const t = useTranslations('attempts.saving');
  const { waiting, saved_at, offline, phase, unkept } = snapshot;
  if (phase === 'taken_over' || phase === 'blocked')
    return (
      <p className={classes.saving}>
        {t('read_only')}
        {waiting > 0 && `, ${t('not_arrived', { count: waiting })}`}
      </p>
    );
  if (offline) {
    return (
      <p className={classes.saving} data-state="offline" role="status">
        <IconCloudOff size={18} aria-hidden />
        {waiting > 0 ? t('offline_waiting', { count: waiting }) : t('offline')}
        {unkept && ` ${t('unkept')}`}
      </p>
    );
  }
  if (waiting > 0) {
    return (
      <p className={classes.saving} data-state="waiting">
        <IconCloudUp size={18} aria-hidden />
        {t('waiting', { count: waiting })}
        {unkept && ` ${t('unkept')}`}
      </p>
    );
  }
  return (
    <p className={classes.saving} data-state="saved">
      <IconCloudCheck size={18} aria-hidden />
      {saved_at ? t('saved', { time: timeText(saved_at) }) : t('automatic')}
    </p>
  );
}
