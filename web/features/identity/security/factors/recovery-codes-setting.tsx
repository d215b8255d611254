import { createRecoveryCodes } from '#contract/identity/factors';
import { IconLifebuoy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { Setting } from '../../../../ui/page/setting.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import { useConfirmedAction } from '../use-confirmed-action.ts';

/** So few that new ones should be made. */
const FEW = 2;

interface Props {
  left: number;
  onCodes: (codes: readonly string[]) => void;
}

/** Codes for the day the device is lost: how many are left, and new ones in their place. */
export function RecoveryCodesSetting({ left, onCodes }: Props) {
  const t = useTranslations('security.recovery_codes');
  const [asking, setAsking] = useState(false);
  const renew = useConfirmedAction(createRecoveryCodes, {
    onDone: ({ recovery_codes }) => {
      setAsking(false);
      onCodes(recovery_codes);
    },
  });
  return (
    <>
      <Setting
        icon={<IconLifebuoy size={22} stroke={1.7} aria-hidden />}
        title={t('title')}
        badge={
          <StatusBadge tone={left <= FEW ? 'warning' : 'good'}>{t('left', { count: left })}</StatusBadge>
        }
        text={left <= FEW ? t('few') : t('text')}
        actions={
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('renew')}
          </Button>
        }
      />
      <ConfirmDialog
        opened={asking}
        title={t('renew_title')}
        text={t('renew_text')}
        confirmLabel={t('renew')}
        busy={renew.busy}
        onConfirm={() => void renew.run({})}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
