import { assignableTo, type Reach, reachOf, type UserType } from '#contract/access';
import { listCourses } from '#contract/learning/courses';
import { listGroups } from '#contract/people/groups';
import type { ResponseOf } from '#contract/platform';
import { inviteUser } from '#contract/people/users';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { readProfile, useProfile } from '../../../../lib/session/session.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { type FieldError, useForm } from '../../../../lib/form/use-form.ts';
import { Picker } from '../../../../ui/form/picker.tsx';
import { PrivateForm } from '../../../../ui/form/private-form.tsx';
import { type ProgramGroup, ProgramGroupFields } from '../bulk/bulk-program-group.tsx';
import classes from '../bulk/bulk-dialogs.module.css';
import { usePrintSheets } from '../bulk/bulk-sheets.ts';
import { type Held, HeldInvitation, heldInvitation } from './invitation-outcome.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';

type Group = ResponseOf<typeof listGroups>['results'][number];
type Course = ResponseOf<typeof listCourses>['results'][number];

interface Values {
  email: string;
  phone: string;
  first_name: string;
  last_name: string;
  user_type: UserType;
  group_ids: number[];
  course_ids: number[];
  joins: ProgramGroup;
}

const EMPTY: Values = {
  email: '',
  phone: '',
  first_name: '',
  last_name: '',
  user_type: 'student',
  group_ids: [],
  course_ids: [],
  joins: { program: '', group: '' },
};

const optionOf = ({ id, name }: Group | Course) => ({ id, label: name });

/** Who reaches a part of the company only would lose sight of somebody without a place in it. */
function broken({ email, phone, joins, group_ids, course_ids }: Values, reach: Reach | null) {
  const errors: Record<string, FieldError> = {};
  if (!email.trim() && !phone.trim()) errors['email'] = { code: 'email_or_phone_required' };
  if (joins.program && !joins.group) errors['program_ids'] = { code: 'program_group_required' };
  else if (reach !== 'company' && !joins.program && group_ids.length + course_ids.length === 0)
    errors[reach === 'course' ? 'course_ids' : 'group_ids'] = { code: 'required' };
  return errors;
}

interface Props {
  /** The course whose page it was asked for on. */
  course?: { id: number; name: string };
  onClose: () => void;
}

/** Invites one person into a role, and into groups, courses and a program. */
export default function InviteDialog({ course, onClose }: Props) {
  const t = useTranslations();
  const { current_login_info } = useProfile();
  const roles = assignableTo(current_login_info.type_user).filter((one) => one !== 'owner');
  const reach = reachOf('inviteUser', current_login_info.type_user);
  const [printing, setPrinting] = useState<{ id: number; phone: string } | null>(null);
  const [held, setHeld] = useState<Held | null>(null);
  const form = useForm({
    endpoint: inviteUser,
    initial: { ...EMPTY, course_ids: course ? [course.id] : [] },
    body: ({ email, joins: { program, group }, group_ids, ...values }) => ({
      ...values,
      ...(email.trim() && { email }),
      group_ids: [...new Set([...group_ids, ...(group ? [Number(group)] : [])])],
      program_ids: program ? [Number(program)] : [],
    }),
    check: (values) => broken(values, reach),
    onDone: (answer, { email, phone }) => {
      // The invitation reserves a licence.
      void readProfile().catch(() => {});
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
      <p style={{ marginTop: 0 }}>{t('users.invite.person_text')}</p>
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
        <NativeSelect
          label={t('users.role')}
          {...form.field('user_type')}
          data={roles.toReversed().map((one) => ({ value: one, label: t(`common.roles.${one}`) }))}
        />
        {reach !== 'course' && (
          <Picker
            endpoint={listGroups}
            toOption={optionOf}
            label={t('users.invite.groups')}
            maxValues={100}
            {...form.field('group_ids')}
          />
        )}
        <Picker
          endpoint={listCourses}
          toOption={optionOf}
          label={t('users.invite.courses')}
          known={course ? [{ id: course.id, label: course.name }] : []}
          maxValues={100}
          {...form.field('course_ids')}
        />
        {reach !== 'course' && (
          <ProgramGroupFields
            value={form.values.joins}
            onChange={(joins) => form.set('joins', joins)}
            error={form.errorAt('program_ids')}
          />
        )}
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
