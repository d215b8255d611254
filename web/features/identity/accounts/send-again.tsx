import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { errorOf, useErrorText } from '../../../lib/api/errors.ts';
import { PlainButton } from '../../../ui/plain/plain-button.tsx';
import { Problem } from './problem.tsx';

/** The server sends the same mail at most once a minute. */
const PAUSE_MS = 60_000;

/** Repeats a mail that was just sent, a minute later at the earliest. */
export function SendAgain({ send }: { send: () => Promise<void> }) {
  const t = useTranslations('accounts.check_email');
  const errorText = useErrorText();
  const [wait, pause] = usePause();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef(false);

  async function repeat(): Promise<void> {
    if (running.current || wait > 0) return;
    running.current = true;
    setBusy(true);
    setProblem(null);
    setSent(false);
    try {
      await send();
      setSent(true);
      pause();
    } catch (error) {
      setProblem(errorText(errorOf(error)));
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return (
    <div className="stack gap-3">
      {problem && <Problem>{problem}</Problem>}
      <PlainButton quiet wide busy={busy} unavailable={wait > 0} onClick={() => void repeat()}>
        {t('again')}
      </PlainButton>
      <p className="note steady">
        <span role="status">{sent && t('sent_again')}</span> {wait > 0 && t('again_in', { seconds: wait })}
      </p>
    </div>
  );
}

/** Seconds left of the pause that began now, and a function that begins it again. */
function usePause(): [seconds: number, begin: () => void] {
  const [end, setEnd] = useState(() => Date.now() + PAUSE_MS);
  const [now, setNow] = useState(Date.now);
  const over = now >= end;
  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [over]);
  const begin = () => {
    setNow(Date.now());
    setEnd(Date.now() + PAUSE_MS);
  };
  return [Math.max(0, Math.ceil((end - now) / 1000)), begin];
}
