import { createSpace } from '#contract/identity/companies';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { TextInput } from '../../../ui/control/field/text-input.tsx';
import { showSuccess } from '../../../lib/page/toasts.ts';
import { useForm } from '../../../lib/form/use-form.ts';
import { PrivateForm } from '../../../ui/form/private-form.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Section } from '../../../ui/page/panel.tsx';

/** One more company of the signed-in person (§2 /company/create). */
export function CompanyForm({ onCreated }: { onCreated: (id: number) => void }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const form = useForm({
    endpoint: createSpace,
    initial: { name: '' },
    onDone: ({ id }, { name }) => {
      showSuccess(t('companies.created', { name: name.trim() }));
      onCreated(id);
    },
  });
  return (
    <>
      <PageHeader title={t('companies.create_title')} description={t('companies.create_text')} />
      <Section narrow>
        <PrivateForm form={form} submitLabel={t('common.create')} onCancel={() => void navigate(-1)}>
          <TextInput label={t('companies.name')} autoComplete="organization" {...form.field('name')} />
        </PrivateForm>
      </Section>
    </>
  );
}
