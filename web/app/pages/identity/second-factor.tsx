import { changeCurrentUserType } from '#contract/identity/accounts';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { SecondFactorSetup } from '../../../features/identity/security/factors/second-factor-setup.tsx';
import { Whole } from '../../../lib/page/later.tsx';
import { PageSkeleton } from '../../../ui/state/loaded.tsx';
import { ownPath } from '../../../lib/session/own-path.ts';
import { safely } from '../../../lib/api/safely.ts';
import { readProfile, startSession, STUDENT_OF, useProfile } from '../../../lib/session/session.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { Notice } from '../../../ui/state/notice.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Section } from '../../../ui/page/panel.tsx';
import { useLogout } from '../../session/use-logout.ts';

/** Where somebody who works in the company sets up the second factor that it requires, before anything else. */
export default function SecondFactorPage() {
  const t = useTranslations('security.required');
  const navigate = useNavigate();
  const logout = useLogout();
  const [query] = useSearchParams();
  const { user_types, second_factor_missing, current_login_info, spaces } = useProfile();
  const company = spaces.find(({ id }) => id === current_login_info.space_pk);
  const back = ownPath(query.get('callback_url')) ?? '/';

  const enter = useAction(changeCurrentUserType, {
    onDone: ({ access }) => {
      startSession(access);
      void readProfile()
        .catch(() => {})
        .then(() => navigate(back, { replace: true }));
    },
  });

  if (!second_factor_missing) {
    return (
      <>
        <PageHeader title={t('title')} />
        <Notice
          tone="good"
          title={t('nothing')}
          action={
            <Button component={Link} to="/profile#security" variant="default" size="sm">
              {t('to_security')}
            </Button>
          }
        >
          {t('nothing_text')}
        </Notice>
      </>
    );
  }

  function goOnAsStudent(): void {
    safely(() => sessionStorage.setItem(STUDENT_OF, String(current_login_info.space_pk)));
    void navigate('/profile', { replace: true });
  }

  return (
    <>
      <PageHeader title={t('title')} description={t('text', { company: company?.name ?? '' })} />
      <Whole fallback={<PageSkeleton />}>
        <Section narrow title={t('choose')}>
          <SecondFactorSetup
            onDone={() => void enter.run({ body: { user_type: user_types[0] ?? 'student' } })}
          />
        </Section>
        <Section narrow title={t('later_title')}>
          <p style={{ marginTop: 0 }}>{t('later_text')}</p>
          <div style={{ display: 'flex', flexWrap: 'wrap', gap: '0.75rem' }}>
            <Button variant="default" onClick={goOnAsStudent}>
              {t('as_student')}
            </Button>
            <Button variant="subtle" onClick={() => void logout()}>
              {t('logout')}
            </Button>
          </div>
        </Section>
      </Whole>
    </>
  );
}
