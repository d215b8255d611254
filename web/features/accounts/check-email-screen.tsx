import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { AuthFrame } from './auth-frame.tsx';

/** After the registration: what to do next. */
export function CheckEmailScreen({ email }: { email: string }) {
  const t = useTranslations('accounts.check_email');
  return (
    <AuthFrame title={t('title')} text={t.rich('text', { email, b: (words) => <b>{words}</b> })} footer={t('hint')}>
      <Button component={Link} to="/login" variant="default">
        {t('login')}
      </Button>
    </AuthFrame>
  );
}
