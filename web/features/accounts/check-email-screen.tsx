import { useTranslations } from 'use-intl';
import { PlainButtonLink } from '../../ui/plain/plain-button.tsx';
import { AuthFrame } from './auth-frame.tsx';

/** After the registration: what to do next. */
export function CheckEmailScreen({ email }: { email: string }) {
  const t = useTranslations('accounts.check_email');
  return (
    <AuthFrame
      title={t('title')}
      text={t.rich('text', { email, b: (words) => <b>{words}</b> })}
      footer={t('hint')}
    >
      <PlainButtonLink to="/login" quiet>
        {t('login')}
      </PlainButtonLink>
    </AuthFrame>
  );
}
