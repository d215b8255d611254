import { security } from '#contract/identity/factors';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useData } from '../../../lib/api/use-data.ts';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { Section } from '../../../ui/page/panel.tsx';
import { Settings } from '../../../ui/page/setting.tsx';
import { EmailSection } from './sections/email-section.tsx';
import { PasswordConfirmation } from './password-confirmation.tsx';
import { PasswordSection } from './sections/password-section.tsx';
import { RecoveryCodesDialog } from './factors/recovery-codes-dialog.tsx';
import { RecoveryCodesSetting } from './factors/recovery-codes-setting.tsx';
import { SecurityKeysSetting } from './factors/security-keys-setting.tsx';
import { SessionsSection } from './sections/sessions-section.tsx';
import { SocialSection } from './sections/social-section.tsx';
import { TotpSetting } from './factors/totp-setting.tsx';
import type { Security } from './security.ts';

/**
 * What protects the account: e-mail, password, second factors, providers, and where the person is signed in. `children` stand
 * below it.
 */
export default function SecurityScreen({ children }: { children: ReactNode }) {
  const query = useData(security, {});
  return (
    <PasswordConfirmation>
      <Loaded query={query}>
        {(current) => (
          <>
            <EmailSection />
            <PasswordSection security={current} />
            <TwoFactorSection security={current} />
            <SocialSection links={current.social_links} />
          </>
        )}
      </Loaded>
      {/* Asked for at once, and shown when nothing comes above it any more. */}
      <div className="after-7" hidden={query.isPending}>
        <SessionsSection />
        {children}
      </div>
    </PasswordConfirmation>
  );
}

function TwoFactorSection({ security: current }: { security: Security }) {
  const t = useTranslations('security.two_factor');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const on = current.two_factor.length > 0;
  return (
    <Section title={t('title')}>
      <p className="lead">{t(on ? 'text_on' : 'text_off')}</p>
      <Settings>
        <TotpSetting since={current.totp_since} onCodes={setCodes} />
        <SecurityKeysSetting keys={current.security_keys} onCodes={setCodes} />
        {(on || current.recovery_codes_left > 0) && (
          <RecoveryCodesSetting left={current.recovery_codes_left} onCodes={setCodes} />
        )}
      </Settings>
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Section>
  );
}
