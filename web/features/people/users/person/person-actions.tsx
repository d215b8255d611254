import { blockMembership, deleteMembership } from '#contract/people/users';
import {
  IconChevronDown,
  IconLock,
  IconLockOpen,
  IconMail,
  IconPencil,
  IconPrinter,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Menu } from '../../../../ui/control/over/menu.tsx';
import { useLeave } from '../../../../lib/page/leave.ts';
import { refreshProfile } from '../../../../lib/session/session.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { nameOf, type Person } from '../person-name.ts';
import { usePersonSheet, useSignInMail } from '../person-sign-in.ts';

/** Edit, and behind one more button whatever else the caller may do with the person (§6, row actions). */
export function PersonActions({ person }: { person: Person }) {
  const t = useTranslations();
  const [asked, setAsked] = useState<'block' | 'delete' | null>(null);
  const may = (action: Person['actions'][number]) => person.actions.includes(action);
  const others = person.actions.some((action) => action !== 'edit');
  return (
    <>
      {may('edit') && (
        <Button
          component={Link}
          to={`/user/${person.id}/edit`}
          variant="default"
          leftSection={<IconPencil size={18} aria-hidden />}
        >
          {t('common.edit')}
        </Button>
      )}
      {others && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={18} aria-hidden />}>
              {t('users.info.actions.label')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <SignInItems person={person} />
            {may('block') && <BlockItem person={person} onAsk={() => setAsked('block')} />}
            {may('delete') && (
              <Menu.Item
                color="brick"
                leftSection={<IconTrash size={18} aria-hidden />}
                onClick={() => setAsked('delete')}
              >
                {t('users.info.actions.delete')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      <BlockDialog person={person} opened={asked === 'block'} onClose={() => setAsked(null)} />
      <DeleteDialog person={person} opened={asked === 'delete'} onClose={() => setAsked(null)} />
    </>
  );
}

function SignInItems({ person }: { person: Person }) {
  const t = useTranslations('users.info.actions');
  const mail = useSignInMail(person);
  const sheet = usePersonSheet();
  const invites = person.actions.includes('invite_again');
  if (!invites && !person.actions.includes('send_credentials')) return null;
  return (
    <>
      {person.email && (
        <Menu.Item
          leftSection={<IconMail size={18} aria-hidden />}
          disabled={mail.busy}
          onClick={() => mail.send()}
        >
          {invites ? t('invite_again') : t('send_credentials')}
        </Menu.Item>
      )}
      {!person.email && (
        <Menu.Item
          leftSection={<IconPrinter size={18} aria-hidden />}
          disabled={sheet.busy}
          onClick={() => sheet.print(person.id)}
        >
          {t('print_sheet')}
        </Menu.Item>
      )}
    </>
  );
}

function BlockItem({ person, onAsk }: { person: Person; onAsk: () => void }) {
  const t = useTranslations('users.info');
  const unblock = useAction(blockMembership, {
    onDone: () => {
      showSuccess(t('unblocked_done'));
      void refreshProfile();
    },
  });
  return person.blocked ? (
    <Menu.Item
      leftSection={<IconLockOpen size={18} aria-hidden />}
      onClick={() => void unblock.run({ body: { user_pk: person.id, blocked: false } })}
    >
      {t('actions.unblock')}
    </Menu.Item>
  ) : (
    <Menu.Item leftSection={<IconLock size={18} aria-hidden />} onClick={onAsk}>
      {t('actions.block')}
    </Menu.Item>
  );
}

interface DialogProps {
  person: Person;
  opened: boolean;
  onClose: () => void;
}

function BlockDialog({ person, opened, onClose }: DialogProps) {
  const t = useTranslations('users.info');
  const block = useAction(blockMembership, {
    onDone: () => {
      showSuccess(t('blocked_done'));
      // Blocking frees a licence.
      void refreshProfile();
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      title={t('block_title')}
      text={t('block_text', { name: nameOf(person) })}
      confirmLabel={t('actions.block')}
      danger
      busy={block.busy}
      onConfirm={() => void block.run({ body: { user_pk: person.id, blocked: true } }).then(onClose)}
      onCancel={onClose}
    />
  );
}

function DeleteDialog({ person, opened, onClose }: DialogProps) {
  const t = useTranslations('users.info');
  const leave = useLeave();
  const { id } = person;
  const name = nameOf(person);
  const remove = useAction(deleteMembership, {
    onDone: () => {
      // Nobody comes back but by an invitation.
      showSuccess(t('deleted_done', { name }));
      void refreshProfile();
      leave('/user');
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      title={t('delete_title')}
      text={t('delete_text', { name })}
      confirmLabel={t('actions.delete')}
      danger
      busy={remove.busy}
      onConfirm={() => void remove.run({ params: { id }, quiet: true }).then(onClose)}
      onCancel={onClose}
    />
  );
}
