import { createTheme, MantineThemeProvider, Modal } from '@mantine/core';
import { useState } from 'react';
import { Settings } from '../../../../ui/page/setting.tsx';
import { PasswordConfirmation } from '../password-confirmation.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { SecurityKeysSetting } from './security-keys-setting.tsx';
import { TotpSetting } from './totp-setting.tsx';

/** Its dialogs stand above the one that it may be in. */
const ABOVE = createTheme({ components: { Modal: Modal.extend({ defaultProps: { zIndex: 300 } }) } });

/** What `SecondFactorSetup` shows. */
export default function SecondFactorChoice({ onDone }: { onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const take = (given: readonly string[] | null) => (given ? setCodes(given) : onDone());
  return (
    <MantineThemeProvider inherit theme={ABOVE}>
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
    </MantineThemeProvider>
  );
}
