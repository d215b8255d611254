import { loginTotp } from '#contract/identity/factors';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/api.ts';
import { errorOf, type ShownError, useErrorText } from '../../../../lib/api/errors.ts';
import { PlainButton } from '../../../../ui/plain/plain-button.tsx';
import { PlainField } from '../../../../ui/plain/plain-field.tsx';

const DIGITS = 6;

interface Props {
  kind: 'totp' | 'recovery';
  ticket: string;
  onDone: (access: string) => void;
  onError: (error: unknown) => boolean;
}

/** A code of the authenticator app, sent by itself once it is whole, or a recovery code. */
export function CodeStep({ kind, ticket, onDone, onError }: Props) {
  const t = useTranslations('accounts.second_factor');
  const errorText = useErrorText();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<ShownError | null>(null);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  const isTotp = kind === 'totp';

  useEffect(() => field.current?.focus(), []);

  function type(text: string): void {
    const next = isTotp ? text.replace(/\D/g, '').slice(0, DIGITS) : text;
    setCode(next);
    setProblem(null);
    if (isTotp && next.length === DIGITS && next !== code) void send(next);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (code.trim() === '') refuse({ code: 'required', params: {} });
    else if (isTotp && code.length < DIGITS) refuse({ code: 'exact_length', params: { length: DIGITS } });
    else void send(code.trim());
  }

  async function send(complete: string): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      onDone((await call(loginTotp, { body: { ticket, code: complete } })).access);
    } catch (error) {
      running.current = false;
      setBusy(false);
      if (!onError(error)) refuse(errorOf(error));
    }
  }

  function refuse(why: ShownError): void {
    setProblem(why);
    field.current?.focus();
    field.current?.select();
  }

  return (
    <form className="stack gap-7" noValidate onSubmit={submit}>
      <p className="flush">{t(isTotp ? 'totp_text' : 'recovery_text')}</p>
      {/* The field keeps the focus while it is judged, so the error has to announce itself. */}
      <div aria-live="assertive" aria-relevant="additions text">
        <PlainField
          ref={field}
          label={t(isTotp ? 'code' : 'recovery')}
          name={kind}
          inputMode={isTotp ? 'numeric' : 'text'}
          autoComplete={isTotp ? 'one-time-code' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
          data-code
          value={code}
          onChange={(event) => type(event.currentTarget.value)}
          error={problem ? errorText(problem) : undefined}
        />
      </div>
      <PlainButton type="submit" wide busy={busy}>
        {t('submit')}
      </PlainButton>
    </form>
  );
}
