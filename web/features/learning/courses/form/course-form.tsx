import { type ACCESS_TERMS, listCourseTags } from '#contract/learning/courses';
import { listGroups } from '#contract/people/groups';
import { NAME_LENGTH, TAG_LIMIT } from '#contract/platform';
import { listPrograms } from '#contract/learning/programs';
import { listUsers } from '#contract/people/users';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Textarea } from '../../../../ui/control/field/textarea.tsx';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import { useData } from '../../../../lib/api/use-data.ts';
import { useMay } from '../../../../lib/session/session.ts';
import type { FieldError, Form } from '../../../../lib/form/use-form.ts';
import { AccessField } from './access-field.tsx';
import { Picker } from '../../../../ui/form/picker.tsx';
import { TagsField } from '../../../../ui/form/tags-field.tsx';
import { Section } from '../../../../ui/page/panel.tsx';
import { RichTextEditor } from '../../../../ui/rich-text/rich-text-editor.tsx';
import { CategoryField } from './category-field.tsx';
import { ThemeColorField } from './theme-color-field.tsx';

export interface CourseValues {
  name: string;
  description: string;
  detailed_description: string;
  category_id: number | null;
  tags: string[];
  group_ids: number[];
  coach_ids: number[];
  program_ids: number[];
  theme_color: string;
  material_access: (typeof ACCESS_TERMS)[number];
  /** Of a new one: it is made as a draft, since there is nothing in it yet. */
  published?: boolean;
}

/** A course needs at least one group (§5), but for a draft that came from the library without one. */
export function checkCourse({ group_ids }: CourseValues, had = 1): Record<string, FieldError> {
  return group_ids.length === 0 && had > 0 ? { group_ids: { code: 'group_required' } } : {};
}

interface Named {
  id: number;
  name: string;
}
interface Person {
  id: number;
  first_name: string;
  last_name: string;
}

/** What is chosen already, with its names. */
export interface Chosen {
  category: Named | null;
  groups: readonly Named[];
  programs: readonly Named[];
  coaches: readonly Person[];
}

const TRAINERS = { user_type: 'trainer' } as const;
const namedOption = ({ id, name }: Named) => ({ id, label: name });
const personOption = ({ id, first_name, last_name }: Person) => ({
  id,
  label: `${last_name} ${first_name}`.trim(),
});

/** Without a group no course can be made: where one is, beside what is written here. */
function NoGroups() {
  const t = useTranslations('courses.form');
  const may = useMay();
  // As the list asks it when it opens.
  const groups = useData(listGroups, { query: { page_size: 50, search: '' } });
  if (groups.data?.count !== 0 || !may('editGroup')) return null;
  const link = (words: ReactNode) => (
    <Link to="/group/create" target="_blank">
      {words}
    </Link>
  );
  return <p className="note flush">{t.rich('no_groups', { link })}</p>;
}

/** The fields of a course, for creating and editing. */
export function CourseFields({ form, chosen }: { form: Form<CourseValues>; chosen: Chosen }) {
  const t = useTranslations('courses');
  const may = useMay();
  return (
    <div>
      <Section title={t('form.about')}>
        <div className="stack gap-7">
          <TextInput label={t('form.name')} maxLength={NAME_LENGTH + 1} {...form.field('name')} />
          <Textarea
            label={t('form.description')}
            description={t('form.description_hint')}
            minRows={2}
            maxRows={6}
            {...form.field('description')}
          />
          <RichTextEditor label={t('detailed_description')} {...form.field('detailed_description')} />
          <CategoryField
            value={form.values.category_id}
            known={chosen.category}
            onChange={(category) => form.set('category_id', category)}
            error={form.errorAt('category_id')}
          />
          <TagsField
            endpoint={listCourseTags}
            label={t('tags')}
            description={t('form.tags_hint', { max: TAG_LIMIT, count: form.values.tags.length })}
            {...form.field('tags')}
            errorAt={form.errorAt}
          />
        </div>
      </Section>
      <Section title={t('form.people')}>
        <div className="stack gap-7">
          <Picker
            endpoint={listGroups}
            toOption={namedOption}
            known={chosen.groups.map(namedOption)}
            label={t('form.groups')}
            description={t('form.groups_hint')}
            {...form.field('group_ids')}
          />
          <NoGroups />
          <Picker
            endpoint={listPrograms}
            toOption={namedOption}
            known={chosen.programs.map(namedOption)}
            label={t('tabs.programs')}
            description={t('form.programs_hint')}
            {...form.field('program_ids')}
          />
          {may('viewUser') && (
            <Picker
              endpoint={listUsers}
              query={TRAINERS}
              toOption={personOption}
              known={chosen.coaches.map(personOption)}
              label={t('form.coaches')}
              {...form.field('coach_ids')}
            />
          )}
        </div>
      </Section>
      <Section title={t('form.rules')}>
        <div className="stack gap-7">
          <AccessField {...form.field('material_access')} />
          <ThemeColorField label={t('form.theme_color')} {...form.field('theme_color')} />
        </div>
      </Section>
    </div>
  );
}
