import { deleteMembership } from '#contract/people/users';
import { useTranslations } from 'use-intl';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { nameOf } from '../person-name.ts';
import type { UserRow } from '../user.ts';

interface Props {
  action: 'block' | 'delete';
  user: UserRow;
  /** Whether blocking is under way. */
  busy: boolean;
  onBlock: () => void;
  onClose: () => void;
}

/** Asks by name before a person loses access. */
export default function RowDialog({ action, user, busy, onBlock, onClose }: Props) {
  const t = useTranslations('users.row');
  if (action === 'delete') return <DeleteDialog user={user} onClose={onClose} />;
  return (
    <ConfirmDialog
      opened
      title={t('block_title')}
      text={t('block_text', { name: nameOf(user) })}
      confirmLabel={t('block')}
      danger
      busy={busy}
      onConfirm={onBlock}
      onCancel={onClose}
    />
  );
}

/** Of somebody who has not come yet, it is their invitation that is taken back. */
function DeleteDialog({ user, onClose }: Pick<Props, 'user' | 'onClose'>) {
  const t = useTranslations('users.row');
  const name = nameOf(user);
  const remove = useAction(deleteMembership, {
    onDone: () => {
      onClose();
      // Nobody comes back but by an invitation.
      showSuccess(t(user.activated ? 'deleted' : 'revoked', { name }));
    },
  });
  return (
    <ConfirmDialog
      opened
      title={t(user.activated ? 'delete_title' : 'revoke_title')}
      text={t(user.activated ? 'delete_text' : 'revoke_text', { name })}
      confirmLabel={t(user.activated ? 'delete' : 'revoke')}
      danger
      busy={remove.busy}
      onConfirm={() => void remove.run({ params: { id: user.id } })}
      onCancel={onClose}
    />
  );
}
