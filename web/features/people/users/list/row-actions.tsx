import { findError } from '#contract/errors';
import { blockMembership, changeUsers } from '#contract/people/users';
import {
  IconEye,
  IconLock,
  IconLockOpen,
  IconMail,
  IconPencil,
  IconPrinter,
  IconTrash,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Menu } from '../../../../ui/control/over/menu.tsx';
import { useErrorText } from '../../../../lib/api/errors.ts';
import { useMay } from '../../../../lib/session/session.ts';
import { showSuccess, showWarning } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { RowMenu } from '../../../../ui/list/row-menu.tsx';
import { usePrintSheets } from '../bulk/bulk-sheets.ts';
import { nameOf } from '../person-name.ts';
import type { UserRow } from '../user.ts';
import { later } from '../../../../lib/page/later.tsx';

const RowDialog = later(() => import('./row-dialog.tsx'));

/** The menu of a person in the list: what the server says may be done with them (§6, row actions). */
export function RowActions({ user }: { user: UserRow }) {
  const t = useTranslations();
  const may = useMay();
  const [asking, setAsking] = useState<'block' | 'delete' | null>(null);
  const name = nameOf(user);
  const block = useAction(blockMembership, {
    onDone: () => {
      setAsking(null);
      showSuccess(t(user.blocked ? 'users.row.unblocked' : 'users.row.blocked', { name }));
    },
  });
  const setBlocked = () => void block.run({ body: { user_pk: user.id, blocked: !user.blocked } });
  if (!may('viewUser') && user.actions.length === 0) return null;

  return (
    <>
      <RowMenu name={name}>
        {may('viewUser') && (
          <Menu.Item component={Link} to={`/user/${user.id}`} leftSection={<IconEye size={18} aria-hidden />}>
            {t('users.row.view')}
          </Menu.Item>
        )}
        {user.actions.includes('edit') && (
          <Menu.Item
            component={Link}
            to={`/user/${user.id}/edit`}
            leftSection={<IconPencil size={18} aria-hidden />}
          >
            {t('common.edit')}
          </Menu.Item>
        )}
        <CredentialsItem user={user} />
        {user.actions.includes('block') &&
          (user.blocked ? (
            <Menu.Item leftSection={<IconLockOpen size={18} aria-hidden />} onClick={setBlocked}>
              {t('users.row.unblock')}
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconLock size={18} aria-hidden />} onClick={() => setAsking('block')}>
              {t('users.row.block')}
            </Menu.Item>
          ))}
        {user.actions.includes('delete') && (
          <Menu.Item
            color="var(--osn-error)"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => setAsking('delete')}
          >
            {t(user.activated ? 'users.row.delete' : 'users.row.revoke')}
          </Menu.Item>
        )}
      </RowMenu>
      <Suspense fallback={null}>
        {asking && (
          <RowDialog
            action={asking}
            user={user}
            busy={block.busy}
            onBlock={setBlocked}
            onClose={() => setAsking(null)}
          />
        )}
      </Suspense>
    </>
  );
}

/** Sends the mail that lets a person in, or prints it where there is no address to send it to. */
function CredentialsItem({ user }: { user: UserRow }) {
  const t = useTranslations('users');
  const errorText = useErrorText();
  const { print } = usePrintSheets();
  const { id, email, activated, actions } = user;
  const send = useAction(changeUsers, {
    onDone: ({ refused: [refusal] }) => {
      if (refusal) showWarning(errorText(findError(refusal.message) ?? { raw: refusal.message }));
      else showSuccess(t(activated ? 'row.sent' : 'invite.sent', { email: email ?? '' }));
    },
  });
  if (!actions.includes('send_credentials') && !actions.includes('invite_again')) return null;
  if (email === null) {
    return (
      <Menu.Item leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => void print([id])}>
        {t('row.sheet')}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item
      leftSection={<IconMail size={18} aria-hidden />}
      onClick={() => void send.run({ body: { action: 'send_credentials', user_ids: [id] } })}
    >
      {t(activated ? 'row.send_credentials' : 'row.invite_again')}
    </Menu.Item>
  );
}
