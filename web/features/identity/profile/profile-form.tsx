import { LANGUAGES, updateProfile } from '#contract/identity/accounts';
import { removeUserPhoto, uploadUserPhoto } from '#contract/people/users';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { useGoOn } from '../../../lib/api/go-on.tsx';
import { Button } from '../../../ui/control/button/button.tsx';
import { NativeSelect } from '../../../ui/control/field/native-select.tsx';
import { TextInput } from '../../../ui/control/field/text-input.tsx';
import { call } from '../../../lib/api/api.ts';
import { errorOf, useErrorText } from '../../../lib/api/errors.ts';
import { useHints } from '../../../lib/page/hints.ts';
import { readProfile, useProfile } from '../../../lib/session/session.ts';
import { showSuccess, showWarning } from '../../../lib/page/toasts.ts';
import { currentMessages } from '../../../lib/words/locale.tsx';
import { useForm } from '../../../lib/form/use-form.ts';
import { PhotoField } from '../../../ui/photo/photo-field.tsx';
import { PrivateForm } from '../../../ui/form/private-form.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Section } from '../../../ui/page/panel.tsx';
import { PersonMark } from '../../../ui/person/person-mark.tsx';

interface Props {
  /** Asks for the password again where the server wants it: a phone signs in. */
  send: typeof call;
  /** Whether the person declined to give it, of which nothing is to be said. */
  isDeclined: (error: unknown) => boolean;
}

/** An address counts only once its mail was answered, so it is not of this form. */
const toSecurity = (words: ReactNode) => <Link to="/profile#security">{words}</Link>;

export function ProfileForm({ send, isDeclined }: Props) {
  const t = useTranslations();
  const navigate = useNavigate();
  const goOn = useGoOn();
  const errorText = useErrorText();
  const profile = useProfile();
  const { showAll } = useHints();
  const { first_name, last_name, middle_name, language } = profile;
  const phone = profile.phone ?? '';
  const params = { id: profile.id };
  const form = useForm({
    endpoint: updateProfile,
    initial: { first_name, last_name, middle_name, phone, language },
    call: send,
    onError: isDeclined,
    onDone: () => {
      readProfile()
        // In the language that was chosen here.
        .then(() => showSuccess(currentMessages().common?.saved ?? t('common.saved')))
        .catch((error: unknown) => showWarning(errorText(errorOf(error))));
      goOn('/profile');
    },
  });
  return (
    <>
      <PageHeader
        title={t('shell.titles.profile_edit')}
        back={{ to: '/profile', label: t('shell.titles.profile') }}
      />
      <Section narrow>
        <PhotoField
          label={t('profile.photo')}
          present={profile.photo !== null}
          onUpload={(upload) => call(uploadUserPhoto, { params, upload }).then(readProfile)}
          onRemove={() => call(removeUserPhoto, { params }).then(readProfile)}
        >
          <PersonMark person={profile} size={88} />
        </PhotoField>
      </Section>
      <Section narrow>
        <PrivateForm form={form} submitLabel={t('common.save')} onCancel={() => void navigate('/profile')}>
          <TextInput label={t('profile.last_name')} autoComplete="family-name" {...form.field('last_name')} />
          <TextInput
            label={t('profile.first_name')}
            autoComplete="given-name"
            {...form.field('first_name')}
          />
          <TextInput
            label={t('profile.middle_name')}
            autoComplete="additional-name"
            {...form.field('middle_name')}
          />
          <TextInput
            type="tel"
            label={t('profile.phone')}
            description={t('profile.phone_hint')}
            autoComplete="tel"
            {...form.field('phone')}
          />
          <p className="note anywhere linked">
            {profile.email
              ? t.rich('profile.email_elsewhere', { email: profile.email, link: toSecurity })
              : t.rich('profile.email_missing', { link: toSecurity })}
          </p>
          <NativeSelect
            label={t('profile.language')}
            data={LANGUAGES.map((one) => ({ value: one, label: t(`common.languages.${one}`) }))}
            {...form.field('language')}
          />
        </PrivateForm>
      </Section>
      {profile.dismissed_hints.length > 0 && (
        <Section narrow title={t('profile.hints.title')}>
          <p>{t('profile.hints.text')}</p>
          <Button variant="default" onClick={() => void showAll()}>
            {t('profile.hints.again')}
          </Button>
        </Section>
      )}
    </>
  );
}
