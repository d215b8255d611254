import type { DONE_WHEN, NEXT_ACCESS } from '#contract/learning/materials';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Textarea } from '../../../../ui/control/field/textarea.tsx';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import type { Form } from '../../../../lib/form/use-form.ts';
import { Section } from '../../../../ui/page/panel.tsx';
import { RichTextEditor } from '../../../../ui/rich-text/rich-text-editor.tsx';
import { AccessTerms } from './access-terms.tsx';
import { hasMainFile } from './file-rules.ts';
import { isForm } from '../material-type.tsx';
import type { MaterialType } from '../material.ts';

export interface Values {
  name: string;
  description: string;
  text: string;
  next_access: (typeof NEXT_ACCESS)[number];
  done_when: (typeof DONE_WHEN)[number];
}

interface Props {
  form: Form<Values>;
  course_id: number;
  type: MaterialType;
  /** Uploads a picture of the text. */
  onPicture?: (file: File) => Promise<string>;
  /** The files, which stand between the words and the terms. */
  children: ReactNode;
}

/** The words of a material, and what it means for the next one. */
export function MaterialFields({ form, course_id, type, onPicture, children }: Props) {
  const t = useTranslations('materials.form');
  // What is shown comes before what is said about it.
  const text = !isForm(type) && (
    <RichTextEditor
      label={t('text')}
      description={t(type === 'theory' ? 'text_hint.theory' : 'text_hint.other')}
      {...(onPicture && { onPicture })}
      {...form.field('text')}
    />
  );
  return (
    <>
      <Section title={t('content')}>
        <div className="stack gap-7">
          <TextInput label={t('name')} {...form.field('name')} />
          <Textarea label={t('description')} minRows={1} maxRows={5} {...form.field('description')} />
          {!hasMainFile(type) && text}
        </div>
      </Section>
      {children}
      {hasMainFile(type) && <Section>{text}</Section>}
      <AccessTerms
        course_id={course_id}
        type={type}
        next_access={form.values.next_access}
        done_when={form.values.done_when}
        onChange={(change) => {
          if (change.next_access) form.set('next_access', change.next_access);
          if (change.done_when) form.set('done_when', change.done_when);
        }}
      />
    </>
  );
}
