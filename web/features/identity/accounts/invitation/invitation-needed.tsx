import { useTranslations } from 'use-intl';
import { PlainButtonLink } from '../../../../ui/plain/plain-button.tsx';
import { AuthFrame } from '../auth-frame.tsx';

/** The registration of invited people without the link that invites them. */
export function InvitationNeeded() {
  const t = useTranslations('links.invite');
  return (
    <AuthFrame title={t('title')} text={t('text')}>
      <div className="stack gap-7">
        <PlainButtonLink to="/login" wide>
          {t('login')}
        </PlainButtonLink>
        <PlainButtonLink to="/registration" wide quiet>
          {t('register')}
        </PlainButtonLink>
      </div>
    </AuthFrame>
  );
}
