import { declineRetake } from '#contract/exams/results';
import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { showSuccess } from '../../../lib/page/toasts.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { useReason } from '../../../ui/form/use-reason.tsx';
import { nameOf, type TodayRow } from './today.ts';

interface Props {
  row: TodayRow;
  onClose: () => void;
}

/** Says no to somebody who asks for another attempt, with a word to them. */
export default function DeclineDialog({ row, onClose }: Props) {
  const t = useTranslations('today.decline_dialog');
  const common = useTranslations('common');
  const { reason, require, field } = useReason({ label: t('reason'), hint: t('reason_hint') });
  const { course, form, user } = row;
  const declining = useAction(declineRetake, {
    onDone: () => {
      showSuccess(t('done'));
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!require() || !course || !form) return;
    void declining.run({
      params: { id: course.id },
      body: { form_id: form.id, user_id: user.id, reason },
    });
  };
  return (
    <Dialog onClose={onClose} title={t('title')}>
      <form className="stack gap-6" onSubmit={submit} noValidate>
        <p className="flush anywhere">{t('text', { name: nameOf(row), form: form?.name ?? '' })}</p>
        {field}
        <div className="buttons">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button type="submit" loading={declining.busy}>
            {t('confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
