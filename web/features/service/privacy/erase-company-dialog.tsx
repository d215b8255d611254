import { eraseSpace } from '#contract/service/erasure';
import { useTranslations } from 'use-intl';
import { TextInput } from '../../../ui/control/field/text-input.tsx';
import { refreshProfile, useProfile } from '../../../lib/session/session.ts';
import { showSuccess } from '../../../lib/page/toasts.ts';
import type { Confirmed } from './confirmed.ts';
import { TypedConfirmation } from './typed-confirmation.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';

interface Props {
  company: number;
  confirmed: Confirmed;
  onClose: () => void;
}

/** Says what will be gone in 30 days, and takes the company's name as the owner's word. */
export function EraseCompanyDialog({ company, confirmed, onClose }: Props) {
  const t = useTranslations();
  const { spaces } = useProfile();
  const name = spaces.find(({ id }) => id === company)?.name ?? '';

  function done(): void {
    showSuccess(t('privacy.erase_company.done'));
    onClose();
    void refreshProfile();
  }

  return (
    <Dialog size="lg" onClose={onClose} title={t('privacy.erase_company.title')}>
      <div className="stack gap-5 before-7 paragraphs">
        <p>{t('privacy.erase_company.what')}</p>
        <p>{t('privacy.erase_company.certificates')}</p>
        <p>{t('privacy.erase_company.until')}</p>
      </div>
      <TypedConfirmation
        endpoint={eraseSpace}
        params={{ id: company }}
        initial={{ name: '' }}
        confirmed={confirmed}
        submitLabel={t('privacy.erase_company.submit')}
        onCancel={onClose}
        onDone={done}
      >
        {(form) => (
          <TextInput
            data-autofocus
            label={t('privacy.erase_company.name', { name })}
            autoComplete="off"
            {...form.field('name')}
          />
        )}
      </TypedConfirmation>
    </Dialog>
  );
}
