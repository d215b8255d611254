import { createMaterial, CREATABLE_TYPES, type getMaterial, updateMaterial } from '#contract/materials';
import type { ResponseOf } from '#contract/platform';
import { Radio, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { showSuccess } from '../../lib/toasts.ts';
import { type Form, useForm } from '../../lib/use-form.ts';
import { PrivateForm } from '../../ui/form/private-form.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RichTextEditor } from '../../ui/rich-text-editor.tsx';
import classes from './material-form.module.css';
import { isForm, MATERIAL_ICONS } from './material-type.tsx';
import { constructorPath, managePath } from './paths.ts';

interface Values {
  name: string;
  description: string;
  text: string;
}

interface NewValues extends Values {
  type: (typeof CREATABLE_TYPES)[number];
}

export function MaterialCreateScreen({ course_id }: { course_id: number }) {
  const t = useTranslations('materials');
  const common = useTranslations('common');
  const navigate = useNavigate();
  const initial: NewValues = { name: '', description: '', text: '', type: 'theory' };
  const form = useForm({
    endpoint: createMaterial,
    params: { id: course_id },
    initial,
    onDone: ({ id, form_id }) =>
      void navigate(form_id === null ? managePath(course_id) : constructorPath(course_id, id), {
        replace: true,
      }),
  });
  const { type } = form.values;
  return (
    <>
      <PageHeader
        title={t('form.create_title')}
        back={{ to: managePath(course_id), label: t('manage.title') }}
      />
      <PrivateForm
        form={form}
        submitLabel={isForm(type) ? t('form.create_form') : common('create')}
        onCancel={() => void navigate(managePath(course_id))}
      >
        <div>
          <Panel title={t('form.type')}>
            <Radio.Group aria-label={t('form.type')} {...form.field('type')}>
              <div className={classes.types}>
                {CREATABLE_TYPES.map((one) => {
                  const Icon = MATERIAL_ICONS[one];
                  return (
                    <Radio.Card key={one} value={one} className={classes.type}>
                      <Icon size={24} aria-hidden />
                      <span className={classes.typeName}>{t(`types.${one}`)}</span>
                      <span className={classes.typeHint}>{t(`type_hints.${one}`)}</span>
                    </Radio.Card>
                  );
                })}
              </div>
            </Radio.Group>
          </Panel>
          <MaterialFields form={form} withText={!isForm(type)} />
        </div>
      </PrivateForm>
    </>
  );
}

export function MaterialEditScreen({
  course_id,
  material,
}: {
  course_id: number;
  material: ResponseOf<typeof getMaterial>;
}) {
  const t = useTranslations('materials');
  const common = useTranslations('common');
  const navigate = useNavigate();
  const leave = () => void navigate(managePath(course_id));
  const [initial] = useState<Values>(() => ({
    name: material.name,
    description: material.description,
    text: material.text,
  }));
  const form = useForm({
    endpoint: updateMaterial,
    params: { id: course_id, materialId: material.id },
    initial,
    body: (values: Values) => values,
    onDone: () => {
      showSuccess(common('saved'));
      leave();
    },
  });
  return (
    <>
      <PageHeader
        title={t('form.edit_title')}
        description={material.name}
        back={{ to: managePath(course_id), label: t('manage.title') }}
      />
      <PrivateForm form={form} submitLabel={common('save')} onCancel={leave}>
        <MaterialFields form={form} withText />
      </PrivateForm>
    </>
  );
}

function MaterialFields({ form, withText }: { form: Form<Values>; withText: boolean }) {
  const t = useTranslations('materials.form');
  return (
    <Panel>
      <div className={classes.fields}>
        <TextInput label={t('name')} required withAsterisk {...form.field('name')} />
        <Textarea label={t('description')} autosize minRows={1} maxRows={5} {...form.field('description')} />
        {withText && <RichTextEditor label={t('text')} {...form.field('text')} />}
      </div>
    </Panel>
  );
}
