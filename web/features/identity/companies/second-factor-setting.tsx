import { requireSecondFactor } from '#contract/identity/companies';
import { IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import type { call } from '../../../lib/api/api.ts';
import { codeOf, errorOf, useErrorText } from '../../../lib/api/errors.ts';
import { showSuccess, showWarning } from '../../../lib/page/toasts.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { Setting } from '../../../ui/page/setting.tsx';
import { StatusBadge } from '../../../ui/state/status-badge.tsx';

interface Props {
  required: boolean;
  /** Sends the call with the password asked for, and tells a person who declined from a failure. */
  send: typeof call;
  isDeclined: (error: unknown) => boolean;
}

/** Whether owners, admins, managers and trainers act only with a second factor. */
export function SecondFactorSetting({ required, send, isDeclined }: Props) {
  const t = useTranslations('companies.second_factor');
  const errorText = useErrorText();
  const [asking, setAsking] = useState(false);
  // What it would become; the dialog says so also while it closes.
  const [next, setNext] = useState(!required);
  const [lacksOwn, setLacksOwn] = useState(false);
  const change = useAction(requireSecondFactor, {
    call: send,
    onDone: () => {
      setAsking(false);
      setLacksOwn(false);
      showSuccess(t(next ? 'turned_on' : 'turned_off'));
    },
    onError: (error) => {
      setAsking(false);
      if (codeOf(error) === 'own_second_factor_first') setLacksOwn(true);
      else if (!isDeclined(error)) showWarning(errorText(errorOf(error)));
    },
  });
  return (
    <>
      <Setting
        icon={<IconShieldLock size={22} stroke={1.7} aria-hidden />}
        title={t('title')}
        badge={<StatusBadge tone={required ? 'good' : 'neutral'}>{t(required ? 'on' : 'off')}</StatusBadge>}
        text={t('text')}
        actions={
          <>
            <Button component={Link} to="/user?second_factor=false&can_act_as=trainer" variant="subtle">
              {t('who')}
            </Button>
            <Button
              variant="default"
              onClick={() => {
                setNext(!required);
                setAsking(true);
              }}
            >
              {t(required ? 'turn_off' : 'turn_on')}
            </Button>
          </>
        }
      >
        {lacksOwn && (
          <Notice
            tone="warning"
            title={t('own_first')}
            alert
            action={
              <Button component={Link} to="/profile#security" variant="default" size="sm">
                {t('to_own')}
              </Button>
            }
          >
            {t('own_first_text')}
          </Notice>
        )}
      </Setting>
      <ConfirmDialog
        opened={asking}
        title={t(next ? 'on_title' : 'off_title')}
        text={t(next ? 'on_text' : 'off_text')}
        confirmLabel={t(next ? 'turn_on' : 'turn_off')}
        danger={!next}
        busy={change.busy}
        onConfirm={() => void change.run({ body: { required: next } })}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
