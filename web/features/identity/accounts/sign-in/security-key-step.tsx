import { challengeU2fLogin, loginU2f } from '#contract/identity/factors';
import { IconKey } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApiError, call } from '../../../../lib/api/api.ts';
import { errorOf, useErrorText } from '../../../../lib/api/errors.ts';
import { PlainButton } from '../../../../ui/plain/plain-button.tsx';
import { Problem } from '../problem.tsx';

interface Props {
  ticket: string;
  onDone: (access: string) => void;
  onError: (error: unknown) => boolean;
}

/** Signing in with a security key, or with the device itself where it serves as one. */
export function SecurityKeyStep({ ticket, onDone, onError }: Props) {
  const t = useTranslations('accounts.second_factor');
  const errorText = useErrorText();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  if (!('PublicKeyCredential' in window)) return <Problem>{t('u2f_unsupported')}</Problem>;

  async function ask(): Promise<void> {
    if (running.current) return;
    running.current = true;
    setProblem(null);
    setBusy(true);
    try {
      onDone(await accessByKey(ticket));
    } catch (error) {
      running.current = false;
      setBusy(false);
      if (onError(error)) return;
      if (error instanceof ApiError) setProblem(errorText(errorOf(error)));
      else setProblem(t(wasCancelled(error) ? 'u2f_cancelled' : 'u2f_failed'));
    }
  }

  return (
    <div className="stack gap-7">
      <p className="flush" role="status">
        {t(busy ? 'u2f_waiting' : 'u2f_text')}
      </p>
      {problem && <Problem>{problem}</Problem>}
      <PlainButton wide busy={busy} onClick={() => void ask()}>
        <IconKey size={18} stroke={1.8} aria-hidden />
        {t('u2f_start')}
      </PlainButton>
    </div>
  );
}

async function accessByKey(ticket: string): Promise<string> {
  const [{ startAuthentication }, options] = await Promise.all([
    import('@simplewebauthn/browser'),
    call(challengeU2fLogin, { body: { ticket } }),
  ]);
  const { response, ...credential } = await startAuthentication({ optionsJSON: options });
  const body = { ticket, credential: { ...credential, response: { ...response } } };
  return (await call(loginU2f, { body })).access;
}

// Browsers say "not allowed" both when the person cancels and when nobody touches the key in time.
function wasCancelled(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
}
