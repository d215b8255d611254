import { listGroups } from '#contract/people/groups';
import { TAG_LIMIT } from '#contract/platform';
import { listProgramTags } from '#contract/learning/programs';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Textarea } from '../../../../ui/control/field/textarea.tsx';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import type { Form } from '../../../../lib/form/use-form.ts';
import { Picker } from '../../../../ui/form/picker.tsx';
import { TagsField } from '../../../../ui/form/tags-field.tsx';
import { Section } from '../../../../ui/page/panel.tsx';
import { RichTextEditor } from '../../../../ui/rich-text/rich-text-editor.tsx';
import type { Program } from '../program.ts';
import { CourseOrderField } from './course-order-field.tsx';
import classes from './program-form.module.css';

export interface ProgramValues {
  name: string;
  internal_name: string;
  description: string;
  detailed_description: string;
  tags: string[];
  course_ids: number[];
  group_ids: number[];
}

/** What is kept of it while it is typed. */
export const PROGRAM_TEXTS = ['name', 'internal_name', 'description', 'detailed_description'] as const;

interface Named {
  id: number;
  name: string;
}

interface Props {
  form: Form<ProgramValues>;
  /** What is edited; nothing while it is made. */
  program?: Program;
}

const groupOption = ({ id, name }: Named) => ({ id, label: name });

/** The fields of a program, for creating and editing. */
export function ProgramFields({ form, program }: Props) {
  const t = useTranslations('programs');
  const { name: _name, onBlur: _onBlur, ...order } = form.field('course_ids');
  return (
    <div>
      <Section title={t('form.about')}>
        <div className="stack gap-7">
          <div className={classes.names}>
            <TextInput label={t('name')} description={t('form.name_hint')} {...form.field('name')} />
            <TextInput
              label={t('internal_name')}
              description={t('form.internal_name_hint')}
              {...form.field('internal_name')}
            />
          </div>
          <Textarea
            label={t('description')}
            description={t('form.description_hint')}
            minRows={2}
            maxRows={6}
            {...form.field('description')}
          />
          <RichTextEditor label={t('form.detailed_description')} {...form.field('detailed_description')} />
          <TagsField
            endpoint={listProgramTags}
            label={t('tags')}
            description={t('form.tags_hint', { max: TAG_LIMIT })}
            {...form.field('tags')}
            errorAt={form.errorAt}
          />
        </div>
      </Section>
      <Section title={t('form.content')}>
        <CourseOrderField known={program?.courses ?? []} {...order} />
        {program && <Unplaced program={program} chosen={form.values.course_ids} />}
      </Section>
      <Section title={t('form.people')}>
        <Groups form={form} groups={program?.groups ?? []} />
        {program?.elsewhere && (
          <p className="note after-5">
            {t('elsewhere', program.elsewhere)} {t('elsewhere_changes')}
          </p>
        )}
      </Section>
    </div>
  );
}

/** A timeline says nothing of a course that is added here: it has no stage and no due date yet. */
function Unplaced({ program, chosen }: { program: Program; chosen: readonly number[] }) {
  const t = useTranslations('programs.form');
  const placed = new Set(program.chronology.map(({ course_id }) => course_id));
  const count = chosen.filter((id) => !placed.has(id)).length;
  if (placed.size === 0 || count === 0) return null;
  return (
    <p className="note after-5">
      {t('unplaced', { count })} <Link to={`/program/${program.id}/chronology`}>{t('to_chronology')}</Link>
    </p>
  );
}

function Groups({ form, groups }: { form: Form<ProgramValues>; groups: readonly Named[] }) {
  const t = useTranslations('programs.form');
  const { error, ...field } = form.field('group_ids');
  return (
    <Picker
      endpoint={listGroups}
      toOption={groupOption}
      known={groups.map(groupOption)}
      label={t('groups')}
      description={t('groups_hint')}
      {...field}
      // The catalogue's words for an empty list of groups speak of a course.
      error={error && field.value.length === 0 ? t('group_required') : error}
    />
  );
}
