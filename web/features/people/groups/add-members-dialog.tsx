import { assignableTo, type UserType } from '#contract/access';
import { addGroupMembers, GROUP_ROLES } from '#contract/people/groups';
import type { ResponseOf } from '#contract/platform';
import { listUsers } from '#contract/people/users';
import { useTranslations } from 'use-intl';
import { NativeSelect } from '../../../ui/control/field/native-select.tsx';
import { refreshProfile, useProfile } from '../../../lib/session/session.ts';
import { showSuccess } from '../../../lib/page/toasts.ts';
import { useForm } from '../../../lib/form/use-form.ts';
import { EmailList } from '../../../ui/form/email-list.tsx';
import { Picker } from '../../../ui/form/picker.tsx';
import { PrivateForm } from '../../../ui/form/private-form.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';

type Person = ResponseOf<typeof listUsers>['results'][number];
type GroupRole = (typeof GROUP_ROLES)[number];

/** The role in the company without which nobody takes the place. */
const NEEDS = { manager: 'manager', coach: 'trainer', student: 'student' } as const satisfies Record<
  GroupRole,
  UserType
>;

interface Values {
  role: GroupRole;
  user_ids: number[];
  emails: string[];
}
const EMPTY: Values = { role: 'student', user_ids: [], emails: [] };

interface Props {
  group: { id: number; name: string };
  onClose: () => void;
}

/** Brings people of the company into a group, and invites others by mail. */
export default function AddMembersDialog({ group, onClose }: Props) {
  const t = useTranslations();
  const { current_login_info } = useProfile();
  const assignable = assignableTo(current_login_info.type_user);
  const form = useForm({
    endpoint: addGroupMembers,
    initial: EMPTY,
    body: (values) => ({ ...values, group: group.id }),
    check: ({ user_ids, emails }): Record<string, { code: 'required' }> =>
      user_ids.length + emails.length === 0 ? { user_ids: { code: 'required' } } : {},
    onDone: ({ added, invited }) => {
      showSuccess(t('groups.add.done', { added, invited }));
      // Invitations reserve licences.
      if (invited > 0) void refreshProfile();
      onClose();
    },
  });
  const { role } = form.values;

  return (
    <Dialog onClose={onClose} title={t('groups.add.title')}>
      <PrivateForm form={form} submitLabel={t('groups.add.submit')} onCancel={onClose}>
        <NativeSelect
          data-autofocus
          label={t('groups.member_role')}
          {...form.field('role')}
          data={GROUP_ROLES.filter((one) => assignable.includes(NEEDS[one]))
            .toReversed()
            .map((one) => ({ value: one, label: t(`groups.member_roles.${one}`) }))}
        />
        <Picker
          // Whoever was chosen for one role may not hold another.
          key={role}
          endpoint={listUsers}
          query={{ user_type: NEEDS[role] }}
          toOption={(person: Person) => ({ id: person.id, label: labelOf(person) })}
          label={t('groups.add.people')}
          description={t(`groups.add.people_hint.${role}`)}
          {...form.field('user_ids')}
        />
        <EmailList
          label={t('groups.add.emails')}
          description={t('groups.add.emails_hint')}
          maxValues={100}
          {...form.field('emails')}
          errorAt={form.errorAt}
        />
      </PrivateForm>
    </Dialog>
  );
}

/** A person in the field: the address tells namesakes apart. */
function labelOf({ last_name, first_name, email, phone }: Person): string {
  const name = `${last_name} ${first_name}`.trim();
  const address = email ?? phone ?? '';
  return name && address ? `${name} · ${address}` : name || address;
}
