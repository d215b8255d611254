import { getForm } from '#contract/forms';
import type { getMaterial } from '#contract/materials';
import type { ResponseOf } from '#contract/platform';
import { Button } from '@mantine/core';
import { IconDeviceFloppy, IconSend } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { dateTimeText } from '../../lib/dates.ts';
import { useErrorText } from '../../lib/errors.ts';
import { useData } from '../../lib/use-data.ts';
import { UnsavedChanges } from '../../ui/form/private-form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { type Draft, sumOf } from './draft.ts';
import classes from './form-builder.module.css';
import { QuestionList } from './question-list.tsx';
import { SettingsFields } from './settings-fields.tsx';
import { type Builder, useBuilder } from './use-builder.ts';

interface Props {
  course_id: number;
  material: ResponseOf<typeof getMaterial>;
  form_id: number;
}

/** The builder of a test or exam. */
export function FormBuilderScreen({ course_id, material, form_id }: Props) {
  const query = useData(getForm, { params: { id: course_id, formId: form_id } });
  return (
    <Loaded query={query}>
      {(draft) => <FormBuilder course_id={course_id} material={material} draft={draft} />}
    </Loaded>
  );
}

function FormBuilder({ course_id, material, draft }: Omit<Props, 'form_id'> & { draft: Draft }) {
  const t = useTranslations('forms');
  const errorText = useErrorText();
  const builder = useBuilder(course_id, material, draft);
  const { dirty, faults } = builder;
  useSaveKey(builder);
  const whole = faults['questions'] ?? faults[''];
  return (
    <>
      <PageHeader
        title={draft.form_type === 2 ? t('title_exam') : t('title_test')}
        description={material.name}
        back={{ to: `/course/${course_id}/education-materials`, label: t('back') }}
        actions={<Published draft={draft} dirty={dirty} />}
      />
      <SettingsFields builder={builder} sum={sumOf(builder.questions.values.questions)} />
      {whole && (
        <div className={classes.whole}>
          <Notice tone="bad" title={errorText(whole)} alert />
        </div>
      )}
      <QuestionList builder={builder} />
      <SaveBar builder={builder} draft={draft} />
      <UnsavedChanges form={{ dirty, isSaved: () => false }} />
    </>
  );
}

/** Whether students get what stands here. */
function Published({ draft, dirty }: { draft: Draft; dirty: boolean }) {
  const t = useTranslations('forms.status');
  const [tone, text]: [Tone, string] =
    draft.published_at === null
      ? ['warning', t('never')]
      : draft.has_unpublished_changes || dirty
        ? ['warning', t('differs')]
        : ['good', t('published', { time: dateTimeText(draft.published_at) })];
  return <StatusBadge tone={tone}>{text}</StatusBadge>;
}

function SaveBar({ builder, draft }: { builder: Builder; draft: Draft }) {
  const t = useTranslations('forms');
  const { dirty, busy } = builder;
  const upToDate = !dirty && draft.published_at !== null && !draft.has_unpublished_changes;
  return (
    <div className={classes.bar}>
      <p className={classes.saveState} role="status">
        {busy === 'saving' ? t('saving') : dirty ? t('unsaved') : t('all_saved')}
      </p>
      <Button
        variant="default"
        leftSection={<IconDeviceFloppy size={18} aria-hidden />}
        loading={busy === 'saving'}
        disabled={!dirty || busy === 'publishing'}
        onClick={builder.save}
      >
        {t('save')}
      </Button>
      <Button
        leftSection={<IconSend size={18} aria-hidden />}
        loading={busy === 'publishing'}
        disabled={upToDate || busy === 'saving'}
        onClick={builder.publish}
      >
        {dirty ? t('save_and_publish') : t('publish')}
      </Button>
    </div>
  );
}

/** Ctrl+S or ⌘S saves. */
function useSaveKey({ dirty, save }: Builder): void {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (!(event.ctrlKey || event.metaKey) || event.code !== 'KeyS') return;
      event.preventDefault();
      if (dirty) save();
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
}
