import { inviteUser } from '#contract/users';
import { Modal, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { readProfile } from '../../lib/session.ts';
import { showSuccess } from '../../lib/toasts.ts';
import { useForm } from '../../lib/use-form.ts';
import { PrivateForm } from '../../ui/form/private-form.tsx';

interface Props {
  group: { id: number; name: string };
  onClose: () => void;
}

/** Invites a student by mail into a group. */
export function InviteStudentDialog({ group, onClose }: Props) {
  const t = useTranslations();
  const form = useForm({
    endpoint: inviteUser,
    initial: { email: '', first_name: '', last_name: '' },
    body: (values) => ({ ...values, user_type: 'student' as const, group_ids: [group.id] }),
    onDone: (_, { email }) => {
      showSuccess(t('users.invite.sent', { email: email.trim() }));
      // The invitation reserves a licence.
      void readProfile().catch(() => {});
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('users.invite.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <p style={{ marginTop: 0 }}>{t('users.invite.text', { group: group.name })}</p>
      <PrivateForm form={form} submitLabel={t('users.invite.submit')} onCancel={onClose}>
        <TextInput
          data-autofocus
          type="email"
          label={t('users.email')}
          spellCheck={false}
          {...form.field('email')}
        />
        <TextInput label={t('users.invite.first_name')} {...form.field('first_name')} />
        <TextInput label={t('users.invite.last_name')} {...form.field('last_name')} />
      </PrivateForm>
    </Modal>
  );
}
