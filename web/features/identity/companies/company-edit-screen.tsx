import { getSpace, removeSpacePhoto, updateSpace, uploadSpacePhoto } from '#contract/identity/companies';
import type { ResponseOf } from '#contract/platform';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { useGoOn } from '../../../lib/api/go-on.tsx';
import { Textarea } from '../../../ui/control/field/textarea.tsx';
import { TextInput } from '../../../ui/control/field/text-input.tsx';
import { call } from '../../../lib/api/api.ts';
import { refreshProfile } from '../../../lib/session/session.ts';
import { showSuccess } from '../../../lib/page/toasts.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { type Form, useForm } from '../../../lib/form/use-form.ts';
import { PhotoField } from '../../../ui/photo/photo-field.tsx';
import { PrivateForm } from '../../../ui/form/private-form.tsx';
import { TimeZoneField } from '../../../ui/form/time-zone-field.tsx';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Section } from '../../../ui/page/panel.tsx';
import { CompanyMark } from './company-mark.tsx';

type Company = ResponseOf<typeof getSpace>;

const LINKS = ['website', 'facebook', 'instagram', 'linkedin'] as const;
const EXAMPLES = {
  website: 'example.com',
  facebook: 'facebook.com/example',
  instagram: 'instagram.com/example',
  linkedin: 'linkedin.com/company/example',
};

interface Props {
  id: number;
  /** Who comes in how, given whether a second factor is required. */
  protection: (second_factor_required: boolean) => ReactNode;
}

export function CompanyEditScreen({ id, protection }: Props) {
  const company = useData(getSpace, { params: { id } });
  return (
    <Loaded query={company}>
      {(loaded) => (
        <>
          <CompanyEditForm company={loaded} />
          {loaded.second_factor_required !== null && protection(loaded.second_factor_required)}
        </>
      )}
    </Loaded>
  );
}

function CompanyEditForm({ company }: { company: Company }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const goOn = useGoOn();
  const back = `/company/${company.id}`;
  const params = { id: company.id };
  const { name, email, phone, website, facebook, instagram, linkedin, description, time_zone } = company;
  const form = useForm({
    endpoint: updateSpace,
    params,
    initial: {
      name,
      email,
      phone: phone ?? '',
      website,
      facebook,
      instagram,
      linkedin,
      description,
      time_zone,
    },
    // A company made by somebody signed in may have no address of its own yet.
    body: ({ email: address, ...values }) => ({
      ...values,
      ...((address.trim() || email) && { email: address }),
    }),
    onDone: () => {
      showSuccess(t('common.saved'));
      // Its name stands in the drawer.
      void refreshProfile();
      goOn(back);
    },
  });
  return (
    <>
      <PageHeader title={t('shell.titles.company_edit')} back={{ to: back, label: company.name }} />
      <Section narrow>
        <PhotoField
          label={t('companies.logo')}
          free
          present={company.photo !== null}
          onUpload={(upload) => call(uploadSpacePhoto, { params, upload })}
          onRemove={() => call(removeSpacePhoto, { params })}
        >
          <CompanyMark photo={company.photo} size={88} />
        </PhotoField>
      </Section>
      <Section narrow>
        <PrivateForm form={form} submitLabel={t('common.save')} onCancel={() => void navigate(back)}>
          <CompanyFields form={form} />
        </PrivateForm>
      </Section>
    </>
  );
}

type Values = Record<
  'name' | 'email' | 'phone' | 'description' | 'time_zone' | (typeof LINKS)[number],
  string
>;

function CompanyFields({ form }: { form: Form<Values> }) {
  const t = useTranslations('companies');
  return (
    <>
      <TextInput label={t('name')} autoComplete="organization" {...form.field('name')} />
      <TextInput type="email" label={t('email')} spellCheck={false} {...form.field('email')} />
      <TextInput type="tel" label={t('phone')} {...form.field('phone')} />
      {LINKS.map((link) => (
        <LinkField key={link} form={form} link={link} />
      ))}
      <TimeZoneField label={t('time_zone')} description={t('time_zone_hint')} {...form.field('time_zone')} />
      <Textarea label={t('description')} minRows={4} maxRows={14} {...form.field('description')} />
    </>
  );
}

/** A web address, typed or pasted with or without its scheme; it is kept without (§3). */
function LinkField({ form, link }: { form: Form<Values>; link: (typeof LINKS)[number] }) {
  const t = useTranslations('companies');
  const field = form.field(link);
  const short = form.values[link].trim().replace(/^https?:\/\//i, '');
  return (
    <TextInput
      label={t(link)}
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
      placeholder={EXAMPLES[link]}
      {...field}
      onBlur={() => {
        if (short !== form.values[link]) form.set(link, short);
        field.onBlur();
      }}
    />
  );
}
