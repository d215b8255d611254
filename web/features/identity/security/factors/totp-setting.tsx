import { createTotp, deleteTotp } from '#contract/identity/factors';
import type { ResponseOf } from '#contract/platform';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { dateText } from '../../../../lib/words/dates.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { Setting } from '../../../../ui/page/setting.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import { TotpDialog } from './totp-dialog.tsx';
import { useConfirmedAction } from '../use-confirmed-action.ts';

interface Props {
  since: string | null;
  /** Set up: the first recovery codes, to be shown once, or null for who has some. */
  onCodes: (codes: readonly string[] | null) => void;
}

/** The authenticator app: set up, or turned off. */
export function TotpSetting({ since, onCodes }: Props) {
  const t = useTranslations('security.totp');
  const [begun, setBegun] = useState<ResponseOf<typeof createTotp> | null>(null);
  const [removing, setRemoving] = useState(false);
  const begin = useConfirmedAction(createTotp, { onDone: setBegun });
  const remove = useConfirmedAction(deleteTotp, {
    onDone: () => {
      setRemoving(false);
      showSuccess(t('removed'));
    },
  });

  function finish(codes: readonly string[] | null): void {
    setBegun(null);
    showSuccess(t('done'));
    onCodes(codes);
  }

  return (
    <>
      <Setting
        icon={<IconDeviceMobile size={22} stroke={1.7} aria-hidden />}
        title={t('title')}
        badge={<StatusBadge tone={since ? 'good' : 'neutral'}>{t(since ? 'on' : 'off')}</StatusBadge>}
        text={since ? t('since', { date: dateText(since) }) : t('text')}
        actions={
          since ? (
            <Button variant="default" onClick={() => setRemoving(true)}>
              {t('remove')}
            </Button>
          ) : (
            <Button variant="default" loading={begin.busy} onClick={() => void begin.run({})}>
              {t('set_up')}
            </Button>
          )
        }
      />
      {begun && <TotpDialog begun={begun} onDone={finish} onClose={() => setBegun(null)} />}
      <ConfirmDialog
        opened={removing}
        title={t('remove_title')}
        text={t('remove_text')}
        confirmLabel={t('remove')}
        danger
        busy={remove.busy}
        onConfirm={() => void remove.run({})}
        onCancel={() => setRemoving(false)}
      />
    </>
  );
}
