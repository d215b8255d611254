import { type ComponentProps, useState } from 'react';
import { useTranslations } from 'use-intl';
import { instantOf } from '../../../../lib/words/wall-clock.ts';
import { useMay } from '../../../../lib/session/session.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { PrivateForm } from '../../../../ui/form/private-form.tsx';
import { invitesNobody, wallText, type WebinarValues } from './webinar-form.tsx';

interface Props extends ComponentProps<typeof PrivateForm<WebinarValues>> {
  /** What stands already; null for a new one. */
  before: WebinarValues | null;
}

/** The form, which asks once before it saves what is rarely meant: a time that has passed, nobody who is invited. */
export function AskingForm({ form, before, ...rest }: Props) {
  const t = useTranslations('webinars.form.ask');
  const may = useMay();
  const [asked, setAsked] = useState<string[]>([]);

  function doubts(): string[] {
    const { values } = form;
    const start = instantOf(values.starts_at, values.time_zone);
    const isMoved = !before || start !== instantOf(before.starts_at, before.time_zone);
    // Whoever reaches a part of the company cannot save it without anybody.
    const isEmptied = may('createCourse') && invitesNobody(values) && !(before && invitesNobody(before));
    return [
      ...(isMoved && start !== '' && Date.parse(start) < Date.now()
        ? [t('past', { time: wallText(new Date(start), values.time_zone) })]
        : []),
      ...(isEmptied ? [t('nobody')] : []),
    ];
  }

  return (
    <>
      <PrivateForm
        {...rest}
        form={{
          ...form,
          submit: (event) => {
            const found = doubts();
            if (found.length === 0 || !form.validate()) return form.submit(event);
            event?.preventDefault();
            setAsked(found);
          },
        }}
      />
      <ConfirmDialog
        opened={asked.length > 0}
        title={t('title')}
        text={
          <div className="stack gap-5">
            {asked.map((doubt) => (
              <p key={doubt} className="flush">
                {doubt}
              </p>
            ))}
          </div>
        }
        confirmLabel={rest.submitLabel}
        cancelLabel={t('back')}
        onConfirm={() => {
          setAsked([]);
          form.submit();
        }}
        onCancel={() => setAsked([])}
      />
    </>
  );
}
