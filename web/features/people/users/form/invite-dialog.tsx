import { reachOf } from '#contract/access';
import { inviteUser } from '#contract/people/users';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { SegmentedControl } from '../../../../ui/control/choice/segmented-control.tsx';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import { refreshProfile, useProfile } from '../../../../lib/session/session.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useForm } from '../../../../lib/form/use-form.ts';
import { PrivateForm } from '../../../../ui/form/private-form.tsx';
import classes from '../bulk/bulk-dialogs.module.css';
import { usePrintSheets } from '../bulk/bulk-sheets.ts';
import { InviteMany } from './invite-many.tsx';
import { type Held, HeldInvitation, heldInvitation } from './invitation-outcome.tsx';
import { brokenPlaces, InvitedInto, placesIn, placesOf } from './invited-into.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';

const NOBODY = { email: '', phone: '', first_name: '', last_name: '' };

interface Props {
  /** The course whose page it was asked for on. */
  course?: { id: number; name: string };
  onClose: () => void;
}

/** Invites one person, or those of a pasted list. */
export default function InviteDialog(props: Props) {
  const t = useTranslations('users.invite');
  const [count, setCount] = useState('one');
  const choice = (
    <SegmentedControl
      fullWidth
      aria-label={t('whom')}
      value={count}
      onChange={setCount}
      data={[
        { value: 'one', label: t('one') },
        { value: 'many', label: t('many') },
      ]}
    />
  );
  return count === 'one' ? (
    <InviteOne {...props} choice={choice} />
  ) : (
    <InviteMany {...props} choice={choice} />
  );
}

/** Invites one person into a role, and into groups, courses and a program. */
function InviteOne({ course, onClose, choice }: Props & { choice: ReactNode }) {
  const t = useTranslations();
  const { current_login_info } = useProfile();
  const reach = reachOf('inviteUser', current_login_info.type_user);
  const [printing, setPrinting] = useState<{ id: number; phone: string } | null>(null);
  const [held, setHeld] = useState<Held | null>(null);
  const form = useForm({
    endpoint: inviteUser,
    initial: { ...NOBODY, ...placesIn(course) },
    body: ({ email, phone, first_name, last_name, ...places }) => ({
      ...placesOf(places),
      phone,
      first_name,
      last_name,
      ...(email.trim() && { email }),
    }),
    check: (values) => ({
      ...brokenPlaces(values, reach),
      ...(!values.email.trim() && !values.phone.trim() && { email: { code: 'email_or_phone_required' } }),
    }),
    onDone: (answer, { email, phone }) => {
      // The invitation reserves a licence.
      void refreshProfile();
      if (!email.trim()) return setPrinting({ id: answer.id, phone });
      const notSent = heldInvitation(email.trim(), answer);
      if (notSent) return setHeld(notSent);
      // Without a mail: the person is of the company already, and has got what was chosen.
      showSuccess(
        t(answer.invitation ? 'users.invite.sent' : 'users.invite.is_member', { email: email.trim() }),
      );
      onClose();
    },
  });
  if (held) return <HeldInvitation held={held} onClose={onClose} />;
  if (printing) return <SheetDialog {...printing} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title={t('users.invite.person_title')}>
      <div className="stack gap-5 before-5">
        {choice}
        <p className="flush">{t('users.invite.person_text')}</p>
      </div>
      <PrivateForm form={form} submitLabel={t('users.invite.submit')} onCancel={onClose}>
        <div className={classes.pair}>
          <TextInput
            data-autofocus
            type="email"
            label={t('users.email')}
            spellCheck={false}
            {...form.field('email')}
          />
          <TextInput type="tel" label={t('users.phone')} {...form.field('phone')} />
        </div>
        <div className={classes.pair}>
          <TextInput label={t('users.invite.last_name')} {...form.field('last_name')} />
          <TextInput label={t('users.invite.first_name')} {...form.field('first_name')} />
        </div>
        <InvitedInto form={form} course={course} />
      </PrivateForm>
    </Dialog>
  );
}

/** Who has no e-mail gets the link on paper. */
function SheetDialog({ id, phone, onClose }: { id: number; phone: string; onClose: () => void }) {
  const t = useTranslations();
  const { print, busy } = usePrintSheets();
  return (
    <Dialog onClose={onClose} title={t('users.invite.added', { phone })}>
      <div className="stack gap-7">
        <p className="dim flush">{t('users.bulk.need_sheet', { count: 1 })}</p>
        <div className="buttons fills">
          <Button variant="default" onClick={onClose}>
            {t('common.close')}
          </Button>
          <Button data-autofocus loading={busy} onClick={() => void print([id])}>
            {t('users.bulk.print', { count: 1 })}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
