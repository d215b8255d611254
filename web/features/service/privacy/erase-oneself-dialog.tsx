import { eraseOneself } from '#contract/service/erasure';
import { useTranslations } from 'use-intl';
import { TextInput } from '../../../ui/control/field/text-input.tsx';
import { dropAccessToken } from '../../../lib/api/access-token.ts';
import { setPageOpen } from '../../../lib/session/ended-session.ts';
import { useProfile } from '../../../lib/session/session.ts';
import { Notice } from '../../../ui/state/notice.tsx';
import type { Confirmed } from './confirmed.ts';
import { TypedConfirmation } from './typed-confirmation.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';

interface Props {
  confirmed: Confirmed;
  onClose: () => void;
}

/** Says what goes and what stays, and takes the person's own address as their word. */
export default function EraseOneselfDialog({ confirmed, onClose }: Props) {
  const t = useTranslations();
  const { spaces } = useProfile();
  const owns = spaces.some(({ user_types }) => user_types.includes('owner'));
  return (
    <Dialog size="lg" onClose={onClose} title={t('privacy.erase_oneself.title')}>
      <div className="stack gap-5 before-7 paragraphs">
        {owns && (
          <Notice tone="warning" title={t('privacy.erase_oneself.owner_title')}>
            {t('privacy.erase_oneself.owner_text')}
          </Notice>
        )}
        <p>
          <strong>{t('privacy.erase_oneself.goes')}</strong> {t('privacy.erase_oneself.goes_text')}
        </p>
        <p>
          <strong>{t('privacy.erase_oneself.stays')}</strong> {t('privacy.erase_oneself.stays_text')}
        </p>
        <p>{t('privacy.erase_oneself.never')}</p>
      </div>
      <TypedConfirmation
        endpoint={eraseOneself}
        initial={{ address: '' }}
        confirmed={confirmed}
        submitLabel={t('privacy.erase_oneself.submit')}
        onCancel={onClose}
        onDone={leave}
      >
        {(form) => (
          <TextInput
            data-autofocus
            label={t('privacy.erase_oneself.address')}
            autoComplete="off"
            {...form.field('address')}
          />
        )}
      </TypedConfirmation>
    </Dialog>
  );
}

/** Nothing of the person is left to be signed out: the page begins anew without them. */
function leave(): void {
  setPageOpen(false);
  dropAccessToken();
  sessionStorage.clear();
  location.replace('/login');
}
