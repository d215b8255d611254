import { type FormEvent, type Ref, useState } from 'react';
import { Button } from '../../../../ui/control/button/button.tsx';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import classes from './code-field.module.css';

const DIGITS = 6;

interface Props {
  ref: Ref<HTMLInputElement>;
  label: string;
  submitLabel: string;
  error: string | undefined;
  busy: boolean;
  onChange: () => void;
  /** Called by itself once the code is whole. */
  onSend: (code: string) => void;
  onIncomplete: (length: number) => void;
}

/** A code of an authenticator app; spaces that come with a pasted one are dropped. */
export function CodeField({ ref, label, submitLabel, error, busy, onChange, onSend, onIncomplete }: Props) {
  const [code, setCode] = useState('');

  function type(text: string): void {
    const next = text.replace(/\D/g, '').slice(0, DIGITS);
    setCode(next);
    onChange();
    if (next.length === DIGITS && next !== code) onSend(next);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (code.length === DIGITS) onSend(code);
    else onIncomplete(DIGITS);
  }

  return (
    <form className={`${classes.form} stack gap-5 after-4`} noValidate onSubmit={submit}>
      {/* The field keeps the focus while the code is judged, so the error has to announce itself. */}
      <div className={classes.field} aria-live="assertive" aria-relevant="additions text">
        <TextInput
          ref={ref}
          label={label}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          classNames={{ input: `${classes.input} spelled` }}
          value={code}
          onChange={(event) => type(event.currentTarget.value)}
          error={error}
        />
      </div>
      <Button type="submit" loading={busy}>
        {submitLabel}
      </Button>
    </form>
  );
}
