import { confirmPassword } from '#contract/identity/accounts';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useProfile } from '../../../lib/session/session.ts';
import { useForm } from '../../../lib/form/use-form.ts';
import { PrivateForm } from '../../../ui/form/private-form.tsx';
import { PasswordField } from '../../../ui/plain/password-field.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { HiddenUsername } from '../../../ui/form/hidden-username.tsx';

/** The person did not confirm their password: what they began is off, and nothing is to be said about it. */
export class ConfirmationDeclined extends Error {}

type Confirm = () => Promise<void>;
const Confirmation = createContext<Confirm | null>(null);

interface Asked {
  resolve: () => void;
  reject: (declined: ConfirmationDeclined) => void;
}

/** The place of the one dialog that asks for the password again, whatever asks for it inside. */
export function PasswordConfirmation({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const confirm = useCallback(
    () => new Promise<void>((resolve, reject) => setAsked({ resolve, reject })),
    [],
  );
  return (
    <Confirmation value={confirm}>
      {children}
      {asked && (
        <ConfirmationDialog
          onDone={() => {
            setAsked(null);
            asked.resolve();
          }}
          onCancel={() => {
            setAsked(null);
            asked.reject(new ConfirmationDeclined());
          }}
        />
      )}
    </Confirmation>
  );
}

/** Asks for the password; rejects with `ConfirmationDeclined`. */
export function usePasswordConfirmation(): Confirm {
  const confirm = useContext(Confirmation);
  if (!confirm) throw new Error('no place for the password confirmation');
  return confirm;
}

function ConfirmationDialog({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const t = useTranslations('security.confirmation');
  const { email, phone } = useProfile();
  const form = useForm({ endpoint: confirmPassword, initial: { password: '' }, onDone });
  return (
    <Dialog title={t('title')} onClose={onCancel}>
      <p className="flush before-7">{t('text')}</p>
      <PrivateForm form={form} submitLabel={t('submit')} onCancel={onCancel}>
        <HiddenUsername value={email ?? phone ?? ''} />
        <PasswordField
          data-autofocus
          label={t('password')}
          autoComplete="current-password"
          {...form.field('password')}
        />
      </PrivateForm>
    </Dialog>
  );
}
