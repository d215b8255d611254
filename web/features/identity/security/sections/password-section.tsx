import { changePassword } from '#contract/identity/accounts';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { dateText } from '../../../../lib/words/dates.ts';
import { useProfile } from '../../../../lib/session/session.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useForm } from '../../../../lib/form/use-form.ts';
import { PrivateForm } from '../../../../ui/form/private-form.tsx';
import { Section } from '../../../../ui/page/panel.tsx';
import { PasswordField } from '../../../../ui/plain/password-field.tsx';
import { passwordErrors, PasswordFields } from '../../../../ui/plain/password-fields.tsx';
import { Setting } from '../../../../ui/page/setting.tsx';
import { HiddenUsername } from '../../../../ui/form/hidden-username.tsx';
import type { Security } from '../security.ts';
import { PRODUCT_NAME } from '../../../../lib/words/product.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';

export function PasswordSection({ security }: { security: Security }) {
  const t = useTranslations('security.password');
  const [changing, setChanging] = useState(false);
  return (
    <Section title={t('title')}>
      <Setting
        icon={<IconLock size={22} stroke={1.7} aria-hidden />}
        title={t('sign_in')}
        text={t('changed', { date: dateText(security.password_changed_at) })}
        actions={
          <Button variant="default" onClick={() => setChanging(true)}>
            {t('change')}
          </Button>
        }
      />
      {changing && <ChangePasswordDialog onClose={() => setChanging(false)} />}
    </Section>
  );
}

const EMPTY = { old_password: '', new_password: '', new_password_repeat: '' };

function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  const { email, phone, first_name, last_name, spaces } = useProfile();
  const places = [...spaces.map(({ name }) => name), PRODUCT_NAME];
  const owner = { email, phone: phone ?? '', first_name, last_name, places };
  const form = useForm({
    endpoint: changePassword,
    initial: EMPTY,
    body: ({ new_password_repeat: _, ...body }) => body,
    check: (values) => passwordErrors(values, owner, 'new_password'),
    onDone: () => {
      showSuccess(t('security.password.done'));
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title={t('security.password.change')}>
      <p className="flush before-7">{t('security.password.hint')}</p>
      <PrivateForm form={form} submitLabel={t('security.password.submit')} onCancel={onClose}>
        <HiddenUsername value={email ?? phone ?? ''} />
        <PasswordField
          data-autofocus
          label={t('security.password.old')}
          autoComplete="current-password"
          {...form.field('old_password')}
        />
        <PasswordFields form={form} owner={owner} name="new_password" label={t('security.password.new')} />
      </PrivateForm>
    </Dialog>
  );
}
