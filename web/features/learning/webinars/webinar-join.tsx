import { joinWebinar, leaveWebinar } from '#contract/learning/webinars';
import { IconLogout, IconVideo } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { dateTimeText } from '../../../lib/words/dates.ts';
import { errorOf, useErrorText } from '../../../lib/api/errors.ts';
import { showSuccess, showWarning } from '../../../lib/page/toasts.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import classes from './webinar-join.module.css';
import { shortCountdown, joiningAt, opensAt, type Timed } from './webinar-time.ts';

interface Props {
  webinar: Timed & { id: number; name: string };
  /** The server's time. */
  now: number;
  /** On a card: only the button, and the countdown of the last day. */
  compact?: boolean;
}

/** The button that appears 15 minutes before the start, and what is left until then. */
export function WebinarJoin({ webinar, now, compact = false }: Props) {
  const t = useTranslations('webinars.join');
  const joining = joiningAt(webinar, now);
  return (
    <>
      {joining === 'before' && <Before webinar={webinar} now={now} compact={compact} />}
      {joining === 'open' && <JoinButton webinar={webinar} compact={compact} />}
      {!compact && (
        <span className="unseen" role="status">
          {joining === 'open' ? t('opened') : ''}
        </span>
      )}
    </>
  );
}

function Before({ webinar, now, compact }: Required<Props>) {
  const t = useTranslations('webinars.join');
  const left = shortCountdown(opensAt(webinar) - now);
  if (left === null)
    return compact ? null : (
      <p className={classes.before}>{t('opens_at', { time: dateTimeText(new Date(opensAt(webinar))) })}</p>
    );
  return (
    <p className={`${classes.before} ${compact ? 'small' : ''}`}>
      {t('opens_in')}{' '}
      <span role="timer" aria-label={t('opens_in')} className={classes.clock}>
        {left}
      </span>
    </p>
  );
}

function JoinButton({ webinar, compact }: Pick<Required<Props>, 'webinar' | 'compact'>) {
  const t = useTranslations('webinars.join');
  const errorText = useErrorText();
  const [address, setAddress] = useState<string | null>(null);
  const join = useAction(joinWebinar, {
    onError: (error) => {
      const shown = errorOf(error);
      if ('code' in shown && shown.code === 'webinar_not_open')
        showWarning(t('opens_at', { time: dateTimeText(String(shown.params['opens_at'])) }));
      else showWarning(errorText(shown));
    },
  });

  async function open(): Promise<void> {
    // Opened by the press itself: after the answer the browser would take it for a pop-up.
    const tab = window.open('', '_blank');
    if (tab) tab.opener = null;
    const answer = await join.run({ params: { id: webinar.id } });
    if (!answer) return tab?.close();
    setAddress(tab ? null : answer.join_url);
    if (tab) tab.location.replace(answer.join_url);
  }

  return (
    <div className="cluster gap-5">
      <Button
        leftSection={<IconVideo size={18} aria-hidden />}
        loading={join.busy}
        onClick={() => void open()}
        aria-label={compact ? t('join_named', { name: webinar.name }) : undefined}
      >
        {t('join')}
      </Button>
      {address && (
        <a href={address} target="_blank" rel="noreferrer" className={classes.address}>
          {t('open_address')}
        </a>
      )}
    </div>
  );
}

/** For who is in: that they are, and the way out. */
export function WebinarLeave({ id }: { id: number }) {
  const t = useTranslations('webinars.join');
  const leave = useAction(leaveWebinar, { onDone: () => showSuccess(t('left')) });
  return (
    <Button
      variant="default"
      leftSection={<IconLogout size={18} aria-hidden />}
      loading={leave.busy}
      onClick={() => void leave.run({ params: { id } })}
    >
      {t('leave')}
    </Button>
  );
}
