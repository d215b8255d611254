import { REASON_LENGTH } from '#contract/platform';
import { cancelWebinar } from '#contract/learning/webinars';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Textarea } from '../../../ui/control/field/textarea.tsx';
import { showSuccess } from '../../../lib/page/toasts.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';

interface Props {
  webinar: { id: number; name: string };
  onClose: () => void;
}

/** Asks before a webinar is called off; those invited read the reason in a mail. */
export function CancelWebinarDialog({ webinar: { id, name }, onClose }: Props) {
  const t = useTranslations('webinars.cancel');
  const [reason, setReason] = useState('');
  const cancel = useAction(cancelWebinar, {
    onDone: () => {
      showSuccess(t('done', { name }));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened
      title={t('title')}
      text={
        <>
          <p>{t('text', { name })}</p>
          <Textarea
            label={t('reason')}
            description={t('reason_hint')}
            minRows={2}
            maxRows={6}
            maxLength={REASON_LENGTH}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </>
      }
      confirmLabel={t('action')}
      danger
      busy={cancel.busy}
      onConfirm={() => void cancel.run({ params: { id }, body: { reason } })}
      onCancel={onClose}
    />
  );
}
