import { requestPasswordReset } from '#contract/identity/accounts';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/api.ts';
import { useForm } from '../../../../lib/form/use-form.ts';
import { PlainButton } from '../../../../ui/plain/plain-button.tsx';
import { PlainField } from '../../../../ui/plain/plain-field.tsx';
import classes from '../accounts.module.css';
import { AuthFrame } from '../auth-frame.tsx';
import { SendAgain } from '../send-again.tsx';
import { TextButton } from '../text-button.tsx';

/** Asks for the mail that sets a new password. What follows says nothing about whether the account exists. */
export function ForgotScreen() {
  const t = useTranslations('accounts.forgot');
  const typed = useLocation().state as { username?: string } | null;
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    endpoint: requestPasswordReset,
    initial: { username: typed?.username ?? '' },
    onDone: (_, { username }) => setSentTo(username),
  });
  if (sentTo !== null) return <SentScreen username={sentTo} onOther={() => setSentTo(null)} />;

  return (
    <AuthFrame
      title={t('title')}
      text={t('text')}
      footer={
        <>
          {t('remembered')}{' '}
          <Link to="/login" className={classes.link}>
            {t('login')}
          </Link>
        </>
      }
    >
      <form className="stack gap-7" noValidate onSubmit={form.submit}>
        <PlainField
          label={t('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('username')}
        />
        <PlainButton type="submit" wide busy={form.busy}>
          {t('submit')}
        </PlainButton>
      </form>
    </AuthFrame>
  );
}

function SentScreen({ username, onOther }: { username: string; onOther: () => void }) {
  const t = useTranslations('accounts');
  return (
    <AuthFrame
      title={t('check_email.title')}
      text={t.rich('forgot.sent', { username, b: (words: ReactNode) => <b>{words}</b> })}
      footer={t('forgot.without_email')}
      focused
    >
      <div className="stack gap-7">
        <p className="note steady">{t('check_email.hint')}</p>
        <SendAgain
          send={async () => {
            await call(requestPasswordReset, { body: { username } });
          }}
        />
        <div className={classes.ways}>
          <TextButton onClick={onOther}>{t('forgot.other')}</TextButton>
          <Link to="/login" className={classes.link}>
            {t('check_email.login')}
          </Link>
        </div>
      </div>
    </AuthFrame>
  );
}
