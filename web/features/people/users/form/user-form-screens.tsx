import { reachOf, type UserType } from '#contract/access';
import { listCourses } from '#contract/learning/courses';
import { listGroups } from '#contract/people/groups';
import type { ResponseOf } from '#contract/platform';
import { createUser, getUser, removeUserPhoto, updateUser, uploadUserPhoto } from '#contract/people/users';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { useGoOn } from '../../../../lib/api/go-on.tsx';
import { Button } from '../../../../ui/control/button/button.tsx';
import { call } from '../../../../lib/api/api.ts';
import { codeOf } from '../../../../lib/api/errors.ts';
import { refreshProfile, useProfile } from '../../../../lib/session/session.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { type Form, useForm } from '../../../../lib/form/use-form.ts';
import { PhotoField } from '../../../../ui/photo/photo-field.tsx';
import { Picker } from '../../../../ui/form/picker.tsx';
import { PrivateForm } from '../../../../ui/form/private-form.tsx';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { Notice } from '../../../../ui/state/notice.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { Section } from '../../../../ui/page/panel.tsx';
import { PersonMark } from '../../../../ui/person/person-mark.tsx';
import { NoPermission } from '../../../../ui/state/states.tsx';
import { type Held, HeldInvitation, heldInvitation } from './invitation-outcome.tsx';
import { nameOf, type Person } from '../person-name.ts';
import { PersonRolesField } from './person-roles-field.tsx';
import { shownTypes } from '../person-roles.ts';
import { usePersonSheet } from '../person-sign-in.ts';
import { IdentityFields, type PersonValues, PlaceFields } from './user-form-fields.tsx';
import { ProposeName } from './propose-name.tsx';
import classes from './user-form.module.css';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';

interface NewValues extends PersonValues {
  user_types: UserType[];
  group_ids: number[];
  course_ids: number[];
}

const EMPTY: NewValues = {
  email: '',
  phone: '',
  first_name: '',
  last_name: '',
  middle_name: '',
  position: '',
  subdivision: '',
  comment: '',
  user_types: ['student'],
  group_ids: [],
  course_ids: [],
};

const optionOf = ({ id, name }: { id: number; name: string }) => ({ id, label: name });

export function UserCreateScreen() {
  const t = useTranslations('users');
  const navigate = useNavigate();
  const goOn = useGoOn();
  const [full, setFull] = useState(false);
  const [sheetFor, setSheetFor] = useState<number | null>(null);
  const [held, setHeld] = useState<(Held & { id: number }) | null>(null);
  // Whoever reaches a part of the company only would lose sight of somebody without a group.
  const needsGroup = reachOf('createUser', useProfile().current_login_info.type_user) !== 'company';
  const form = useForm({
    endpoint: createUser,
    initial: EMPTY,
    body: ({ email, ...values }) => ({ ...values, ...(email.trim() && { email }) }),
    check: ({ email, phone, group_ids }) => ({
      ...(!email.trim() && !phone.trim() && { email: { code: 'email_or_phone_required' as const } }),
      ...(needsGroup && group_ids.length === 0 && { group_ids: { code: 'required' as const } }),
    }),
    onDone: (answer, values) => {
      // An invitation takes a licence.
      void refreshProfile();
      showSuccess(t('form.created', { name: nameOf(values) }));
      const notSent = heldInvitation(values.email.trim(), answer);
      if (notSent) setHeld({ id: answer.id, ...notSent });
      else if (values.email.trim()) goOn(`/user/${answer.id}`);
      else setSheetFor(answer.id);
    },
    onError: (error) => {
      setFull(codeOf(error) === 'licences_exhausted');
      return false;
    },
  });
  return (
    <>
      <PageHeader
        title={t('form.create_title')}
        description={t('form.create_text')}
        back={{ to: '/user', label: t('title') }}
      />
      <Section narrow>
        {full && (
          <div className="before-7">
            <Notice tone="bad" title={t('form.full_title')} alert>
              {t('form.full_text')}
            </Notice>
          </div>
        )}
        <PrivateForm form={form} submitLabel={t('form.create')} onCancel={() => void navigate('/user')}>
          <Fields title={t('form.who')}>
            <IdentityFields form={form} />
          </Fields>
          <Fields title={t('form.place')}>
            <PlaceFields form={form} />
            <Roles form={form} />
          </Fields>
          <Fields title={t('form.learning')}>
            <LearningFields form={form} needsGroup={needsGroup} />
          </Fields>
        </PrivateForm>
      </Section>
      {held && <HeldInvitation held={held} onClose={() => void navigate(`/user/${held.id}`)} />}
      {sheetFor !== null && <SheetDialog id={sheetFor} />}
    </>
  );
}

function LearningFields({ form, needsGroup }: { form: Form<NewValues>; needsGroup: boolean }) {
  const t = useTranslations('users.form');
  return (
    <>
      <Picker
        endpoint={listGroups}
        toOption={(group: ResponseOf<typeof listGroups>['results'][number]) => optionOf(group)}
        label={t('groups')}
        description={needsGroup ? t('groups_needed') : t('groups_hint')}
        {...form.field('group_ids')}
      />
      <Picker
        endpoint={listCourses}
        toOption={(course: ResponseOf<typeof listCourses>['results'][number]) => optionOf(course)}
        label={t('courses')}
        description={t('courses_hint')}
        {...form.field('course_ids')}
      />
    </>
  );
}

/** Whoever has no e-mail gets a sheet to sign in with; the page of the person offers it again later. */
function SheetDialog({ id }: { id: number }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const goOn = useGoOn();
  const leave = () => void navigate(`/user/${id}`);
  const sheet = usePersonSheet(() => goOn(`/user/${id}`));
  return (
    <Dialog onClose={leave} title={t('users.form.sheet_title')}>
      <div>{t('users.form.sheet_text')}</div>
      <div className="buttons after-7">
        <Button variant="default" onClick={leave}>
          {t('users.form.sheet_later')}
        </Button>
        <Button data-autofocus loading={sheet.busy} onClick={() => sheet.print(id)}>
          {t('users.form.sheet_print')}
        </Button>
      </div>
    </Dialog>
  );
}

export function UserEditScreen({ id }: { id: number }) {
  const person = useData(getUser, { params: { id } });
  return (
    <Loaded query={person}>
      {(loaded) =>
        loaded.actions.includes('edit') ? (
          <UserEditForm person={loaded} onProposed={() => void person.refetch()} />
        ) : (
          <NoPermission />
        )
      }
    </Loaded>
  );
}

function UserEditForm({ person, onProposed }: { person: Person; onProposed: () => void }) {
  const t = useTranslations();
  const me = useProfile().id;
  const navigate = useNavigate();
  const goOn = useGoOn();
  const back = `/user/${person.id}`;
  const params = { id: person.id };
  const locked = !person.person_editable;
  const form = useForm({
    endpoint: updateUser,
    params,
    initial: initialOf(person),
    body: (values) => changedOf(person, values),
    onDone: () => {
      showSuccess(t('common.saved'));
      goOn(back);
    },
  });
  return (
    <>
      <PageHeader title={t('users.form.edit_title')} back={{ to: back, label: nameOf(person) }} />
      {!locked && (
        <Section narrow>
          <PhotoField
            label={t('users.form.photo')}
            present={person.photo !== null}
            onUpload={(upload) => call(uploadUserPhoto, { params, upload })}
            onRemove={() => call(removeUserPhoto, { params })}
          >
            <PersonMark person={person} size={88} />
          </PhotoField>
        </Section>
      )}
      <Section narrow>
        {/* Before the form, since a form within it would send it as well. */}
        {locked && (
          <div className="stack gap-5 before-7">
            <Notice tone="neutral" title={t('users.form.locked_title')}>
              {t('users.form.locked')}
            </Notice>
            {person.id !== me && <ProposeName person={person} onDone={onProposed} />}
          </div>
        )}
        <PrivateForm form={form} submitLabel={t('common.save')} onCancel={() => void navigate(back)}>
          <Fields title={t('users.form.who')}>
            <IdentityFields form={form} locked={locked} />
          </Fields>
          <Fields title={t('users.form.place')}>
            <PlaceFields form={form} />
            <Roles form={form} />
          </Fields>
        </PrivateForm>
      </Section>
    </>
  );
}

type EditValues = PersonValues & { user_types: UserType[] };

function initialOf(person: Person): EditValues {
  const { first_name, last_name, middle_name, position, subdivision, comment } = person;
  return {
    first_name,
    last_name,
    middle_name,
    position,
    subdivision,
    comment,
    email: person.email ?? '',
    phone: person.phone ?? '',
    user_types: person.is_owner ? ['owner'] : shownTypes(person.user_types),
  };
}

/** What is sent: the place always, the person only while they may be changed, the roles only when they were. */
function changedOf(person: Person, values: EditValues) {
  const { position, subdivision, comment, user_types, email, ...identity } = values;
  const before = initialOf(person).user_types;
  const same = user_types.length === before.length && user_types.every((one) => before.includes(one));
  return {
    position,
    subdivision,
    comment,
    ...(person.person_editable && { ...identity, ...((email.trim() || person.email) && { email }) }),
    ...(!same && { user_types }),
  };
}

function Roles<V extends { user_types: UserType[] }>({ form }: { form: Form<V> }) {
  return (
    <PersonRolesField
      value={form.values.user_types}
      onChange={(user_types) => form.set('user_types', user_types)}
      error={form.errorAt('user_types') ?? form.errorAt('user_type')}
    />
  );
}

function Fields({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={`${classes.section} parted-7`}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}
