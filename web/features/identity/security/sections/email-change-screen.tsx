import { changeEmail } from '#contract/identity/accounts';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { personName } from '../../../../lib/words/person-name.ts';
import { Button } from '../../../../ui/control/button/button.tsx';
import { call } from '../../../../lib/api/api.ts';
import { codeOf, errorOf, useErrorText } from '../../../../lib/api/errors.ts';
import { refreshProfile, useProfile } from '../../../../lib/session/session.ts';
import { Notice } from '../../../../ui/state/notice.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';

// A token works once, so a second mount of the same page must not send it again.
const changes = new Map<string, Promise<{ email: string }>>();

function change(token: string): Promise<{ email: string }> {
  const known = changes.get(token);
  if (known) return known;
  const started = call(changeEmail, { body: { token } });
  changes.set(token, started);
  started.catch(() => changes.delete(token));
  return started;
}

/** The target of the mail to a new address of one's own: makes it that of the account signed in, or says why not. */
export function EmailChangeScreen() {
  const t = useTranslations();
  const token = useSearchParams()[0].get('token') ?? '';
  // Kept by the browser's entry: loaded again, the page says once more what was done.
  const email = ((useLocation().state as { email?: string } | null) ?? {}).email ?? null;
  const navigate = useNavigate();
  const [problem, setProblem] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (token === '' || email !== null) return;
    let current = true;
    setProblem(null);
    change(token).then(
      (changed) => {
        if (!current) return;
        void navigate('.', { replace: true, state: { email: changed.email } });
        void refreshProfile();
      },
      (error: unknown) => current && setProblem(error),
    );
    return () => {
      current = false;
    };
  }, [token, attempt, email, navigate]);

  return (
    <>
      <PageHeader
        title={t('shell.titles.profile_email')}
        back={{ to: '/profile', label: t('shell.titles.profile') }}
      />
      <div role="status" aria-busy={!email && !problem && token !== ''}>
        {email ? (
          <Notice
            tone="good"
            title={t('security.email.done', { email })}
            action={
              <Button component={Link} to="/profile" variant="default">
                {t('security.email.to_profile')}
              </Button>
            }
          >
            {t('security.email.done_text')}
          </Notice>
        ) : token === '' ? (
          <InvalidLink />
        ) : problem ? (
          <Failure problem={problem} onRetry={() => setAttempt(attempt + 1)} />
        ) : (
          <p>{t('security.email.busy')}</p>
        )}
      </div>
    </>
  );
}

function Failure({ problem, onRetry }: { problem: unknown; onRetry: () => void }) {
  const t = useTranslations('security.email');
  const errorText = useErrorText();
  const code = codeOf(problem);
  if (code === 'email_taken')
    return (
      <Notice tone="bad" title={t('taken')} action={<ToSecurity />}>
        {t('taken_text')}
      </Notice>
    );
  if (code === 'token_incorrect') return <InvalidLink />;
  return (
    <Notice
      tone="bad"
      title={t('failed')}
      action={
        <Button variant="default" onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    >
      {errorText(errorOf(problem))}
    </Notice>
  );
}

function InvalidLink() {
  const t = useTranslations('security.email');
  const { email, phone, first_name, last_name } = useProfile();
  return (
    <Notice tone="bad" title={t('invalid')} action={<ToSecurity />}>
      {t('invalid_text', { name: email ?? phone ?? personName({ first_name, last_name }) })}
    </Notice>
  );
}

function ToSecurity() {
  const t = useTranslations('security.email');
  return (
    <Button component={Link} to="/profile#security" variant="default">
      {t('to_security')}
    </Button>
  );
}
