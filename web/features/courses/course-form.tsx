import { ACCESS_TERMS } from '#contract/courses';
import { listGroups } from '#contract/groups';
import { listUsers } from '#contract/users';
import { Radio, Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useMay } from '../../lib/session.ts';
import { useData } from '../../lib/use-data.ts';
import type { FieldError, Form } from '../../lib/use-form.ts';
import { Panel } from '../../ui/panel.tsx';
import { type Option, RemoteMultiSelect } from '../../ui/remote-multi-select.tsx';
import { RichTextEditor } from '../../ui/rich-text-editor.tsx';
import classes from './course-form.module.css';
import { ThemeColorField } from './theme-color-field.tsx';

export interface CourseValues {
  name: string;
  description: string;
  detailed_description: string;
  group_ids: number[];
  coach_ids: number[];
  theme_color: string;
  material_access: (typeof ACCESS_TERMS)[number];
}

/** A course needs at least one group (§5). */
export function checkCourse({ group_ids }: CourseValues): Record<string, FieldError> {
  return group_ids.length === 0 ? { group_ids: { code: 'group_required' } } : {};
}

interface Props {
  form: Form<CourseValues>;
  groups: readonly Option[];
  coaches: readonly Option[];
}

/** The fields of a course, for creating and editing. */
export function CourseFields({ form, groups, coaches }: Props) {
  const t = useTranslations('courses');
  const may = useMay();
  const group = form.field('group_ids');
  const coach = form.field('coach_ids');
  return (
    <div>
      <Panel title={t('form.about')}>
        <div className={classes.fields}>
          <TextInput label={t('form.name')} required withAsterisk maxLength={201} {...form.field('name')} />
          <Textarea label={t('form.description')} description={t('form.description_hint')} autosize minRows={2} maxRows={6} {...form.field('description')} />
          <RichTextEditor label={t('detailed_description')} {...form.field('detailed_description')} />
        </div>
      </Panel>
      <Panel title={t('form.people')}>
        <div className={classes.fields}>
          <RemoteMultiSelect label={t('form.groups')} description={t('form.groups_hint')} required {...group} known={groups} useOptions={useGroups} />
          {may('viewUser') && <RemoteMultiSelect label={t('form.coaches')} {...coach} known={coaches} useOptions={useTrainers} />}
        </div>
      </Panel>
      <Panel title={t('form.rules')}>
        <div className={classes.fields}>
          <Radio.Group label={t('access.label')} {...form.field('material_access')}>
            <div className={classes.choices}>
              {ACCESS_TERMS.map((terms) => (
                <Radio key={terms} value={terms} label={t(`access.${terms}`)} description={t(`access.${terms}_hint`)} />
              ))}
            </div>
          </Radio.Group>
          <ThemeColorField label={t('form.theme_color')} {...form.field('theme_color')} />
        </div>
      </Panel>
    </div>
  );
}

function useGroups(search: string) {
  const query = useData(listGroups, { query: { page_size: 50, ...(search && { search }) }, keep: true });
  return { options: (query.data?.results ?? []).map(({ id, name }) => ({ id, label: name })), loading: query.isFetching };
}

function useTrainers(search: string) {
  const query = useData(listUsers, { query: { page_size: 50, user_type: 'trainer', ...(search && { search }) }, keep: true });
  return {
    options: (query.data?.results ?? []).map(({ id, first_name, last_name }) => ({ id, label: `${last_name} ${first_name}` })),
    loading: query.isFetching,
  };
}
