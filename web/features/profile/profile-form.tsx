import { LANGUAGES, updateProfile } from '#contract/accounts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { errorOf, useErrorText } from '../../lib/errors.ts';
import { readProfile, useProfile } from '../../lib/session.ts';
import { showSuccess, showWarning } from '../../lib/toasts.ts';
import { useForm } from '../../lib/use-form.ts';
import { PrivateForm } from '../../ui/form/private-form.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';

export function ProfileForm() {
  const t = useTranslations();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { first_name, last_name, middle_name, language } = useProfile();
  const form = useForm({
    endpoint: updateProfile,
    initial: { first_name, last_name, middle_name, language },
    onDone: () => {
      readProfile()
        .then(() => showSuccess(t('common.saved')))
        .catch((error: unknown) => showWarning(errorText(errorOf(error))));
      void navigate('/profile');
    },
  });
  return (
    <>
      <PageHeader
        title={t('common.titles.profile_edit')}
        back={{ to: '/profile', label: t('common.titles.profile') }}
      />
      <Panel narrow>
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
          <NativeSelect
            label={t('profile.language')}
            data={LANGUAGES.map((one) => ({ value: one, label: t(`common.languages.${one}`) }))}
            {...form.field('language')}
          />
        </PrivateForm>
      </Panel>
    </>
  );
}
