import { TYPED_NUMBER_LENGTH } from '#contract/exams/certificates';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { PlainButton } from '../../../ui/plain/plain-button.tsx';
import { PlainField } from '../../../ui/plain/plain-field.tsx';
import classes from './check-screen.module.css';

/** Checks another certificate, by its number as people type it. */
export function AnotherNumber() {
  const t = useTranslations('certificates.check');
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState(false);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const number = typed.trim();
    setMissing(number === '');
    if (number) void navigate(`/certificate/${encodeURIComponent(number)}`);
  }

  return (
    <form className="off-paper under-rule" onSubmit={submit} noValidate>
      <h2 className={classes.subtitle}>{t('another')}</h2>
      <div className={`${classes.row} stack gap-5`}>
        <PlainField
          label={t('another_label')}
          placeholder="XXXX-XXXX-XXXX"
          value={typed}
          maxLength={TYPED_NUMBER_LENGTH}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={missing ? t('another_missing') : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <PlainButton type="submit" quiet>
          {t('another_submit')}
        </PlainButton>
      </div>
    </form>
  );
}
