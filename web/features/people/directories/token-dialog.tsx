import { createDirectoryToken } from '#contract/people/directories';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { call } from '../../../lib/api/api.ts';
import { useForm } from '../../../lib/form/use-form.ts';
import { Button } from '../../../ui/control/button/button.tsx';
import { CopyButton } from '../../../ui/control/button/copy-button.tsx';
import { TextInput } from '../../../ui/control/field/text-input.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { PrivateForm } from '../../../ui/form/private-form.tsx';
import { Notice } from '../../../ui/state/notice.tsx';

interface Props {
  send: typeof call;
  isDeclined: (error: unknown) => boolean;
  onClose: () => void;
}

/** Makes a token, and shows it this once. */
export function TokenDialog({ send, isDeclined, onClose }: Props) {
  const t = useTranslations('directories.form');
  const [token, setToken] = useState<string | null>(null);
  const form = useForm({
    endpoint: createDirectoryToken,
    initial: { name: '' },
    call: send,
    onDone: (made) => setToken(made.token),
    onError: isDeclined,
  });
  if (token !== null) return <Made token={token} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title={t('title')}>
      <PrivateForm form={form} submitLabel={t('submit')} onCancel={onClose}>
        <p className="dim flush">{t('text')}</p>
        <TextInput label={t('name')} description={t('name_hint')} data-autofocus {...form.field('name')} />
      </PrivateForm>
    </Dialog>
  );
}

function Made({ token, onClose }: { token: string; onClose: () => void }) {
  const t = useTranslations('directories.form');
  return (
    <Dialog onClose={onClose} title={t('made')} closeOnClickOutside={false} closeOnEscape={false}>
      <div className="stack gap-7">
        <Notice tone="warning" title={t('once')} />
        <code className="anywhere spelled">{token}</code>
        <div className="buttons shares">
          <CopyButton text={token} label={t('copy')} />
          <Button onClick={onClose}>{t('close')}</Button>
        </div>
      </div>
    </Dialog>
  );
}
