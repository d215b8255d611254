import { updateProfile } from '#contract/identity/accounts';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import { useProfile } from '../../../../lib/session/session.ts';
import { type FieldError, useForm } from '../../../../lib/form/use-form.ts';
import { PrivateForm } from '../../../../ui/form/private-form.tsx';
import { Notice } from '../../../../ui/state/notice.tsx';
import { Section } from '../../../../ui/page/panel.tsx';
import { Setting } from '../../../../ui/page/setting.tsx';
import { ConfirmationDeclined } from '../password-confirmation.tsx';
import { useConfirmedCall } from '../use-confirmed-action.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';

/** The address that signs in: another one, or the first of a phone-only account, counts once its mail was answered. */
export function EmailSection() {
  const t = useTranslations('security.email');
  const { email } = useProfile();
  const [asking, setAsking] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <Section title={t('title')}>
      <Setting
        icon={<IconMail size={22} stroke={1.7} aria-hidden />}
        title={<span className="anywhere">{email ?? t('none')}</span>}
        text={t(email ? 'text' : 'none_text')}
        actions={
          <Button variant="default" onClick={() => setAsking(true)}>
            {t(email ? 'change' : 'add')}
          </Button>
        }
      />
      <div role="status">
        {sentTo && (
          <div className="after-7">
            <Notice tone="good" title={t('sent', { email: sentTo })}>
              {t('sent_text')}
            </Notice>
          </div>
        )}
      </div>
      {asking && (
        <EmailDialog
          onClose={() => setAsking(false)}
          onSent={(address) => {
            setAsking(false);
            setSentTo(address);
          }}
        />
      )}
    </Section>
  );
}

function EmailDialog({ onClose, onSent }: { onClose: () => void; onSent: (email: string) => void }) {
  const t = useTranslations();
  const own = useProfile().email;
  const form = useForm({
    endpoint: updateProfile,
    initial: { email: '' },
    call: useConfirmedCall(),
    check: ({ email }): Record<string, FieldError> =>
      own !== null && email.trim().toLowerCase() === own ? { email: { code: 'email_taken' } } : {},
    onDone: (_, { email }) => onSent(email.trim()),
    onError: (error) => error instanceof ConfirmationDeclined,
  });
  return (
    <Dialog onClose={onClose} title={t(own ? 'security.email.change' : 'security.email.add')}>
      <p className="flush before-7">{t('security.email.hint')}</p>
      <PrivateForm form={form} submitLabel={t('security.email.submit')} onCancel={onClose}>
        <TextInput
          data-autofocus
          type="email"
          label={t('security.email.new')}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('email')}
        />
      </PrivateForm>
    </Dialog>
  );
}
