import { KEY_NAME_LENGTH, renameU2f } from '#contract/identity/factors';
import { useTranslations } from 'use-intl';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import { useForm } from '../../../../lib/form/use-form.ts';
import { PrivateForm } from '../../../../ui/form/private-form.tsx';
import type { SecurityKey } from '../security.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';

export function RenameKeyDialog({ securityKey, onClose }: { securityKey: SecurityKey; onClose: () => void }) {
  const t = useTranslations();
  const form = useForm({
    endpoint: renameU2f,
    params: { id: securityKey.id },
    initial: { name: securityKey.name },
    onDone: onClose,
  });
  return (
    <Dialog onClose={onClose} title={t('security.keys.rename_title')}>
      <PrivateForm form={form} submitLabel={t('common.save')} onCancel={onClose}>
        <TextInput
          data-autofocus
          label={t('security.keys.name')}
          maxLength={KEY_NAME_LENGTH}
          autoComplete="off"
          {...form.field('name')}
        />
      </PrivateForm>
    </Dialog>
  );
}
