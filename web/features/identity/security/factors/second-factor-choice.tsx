import { useState } from 'react';
import { Settings } from '../../../../ui/page/setting.tsx';
import { PasswordConfirmation } from '../password-confirmation.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { SecurityKeysSetting } from './security-keys-setting.tsx';
import { TotpSetting } from './totp-setting.tsx';

/** What `SecondFactorSetup` shows. */
export default function SecondFactorChoice({ onDone }: { onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const take = (given: readonly string[] | null) => (given ? setCodes(given) : onDone());
  return (
    <PasswordConfirmation>
      <Settings>
        <TotpSetting since={null} onCodes={take} />
        <SecurityKeysSetting keys={[]} onCodes={take} />
      </Settings>
      {codes && (
        <RecoveryCodesDialog
          codes={codes}
          onClose={() => {
            setCodes(null);
            onDone();
          }}
        />
      )}
    </PasswordConfirmation>
  );
}
