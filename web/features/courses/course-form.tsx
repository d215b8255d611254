import { ACCESS_TERMS } from '#contract/courses';
import { listGroups } from '#contract/groups';
import { listUsers } from '#contract/users';
import { Radio, Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useMay } from '../../lib/session.ts';
import type { FieldError, Form } from '../../lib/use-form.ts';
import { Picker } from '../../ui/form/picker.tsx';
import { Panel } from '../../ui/panel.tsx';
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

interface Option {
  id: number;
  label: string;
}

const TRAINERS = { user_type: 'trainer' } as const;
const groupOption = ({ id, name }: { id: number; name: string }): Option => ({ id, label: name });

export const personOption = ({
  id,
  first_name,
  last_name,
}: {
  id: number;
  first_name: string;
  last_name: string;
}): Option => ({
  id,
  label: `${last_name} ${first_name}`,
});

interface Props {
  form: Form<CourseValues>;
  groups: readonly Option[];
  coaches: readonly Option[];
}

/** The fields of a course, for creating and editing. */
export function CourseFields({ form, groups, coaches }: Props) {
  const t = useTranslations('courses');
  const may = useMay();
  return (
    <div>
      <Panel title={t('form.about')}>
        <div className={classes.fields}>
          <TextInput label={t('form.name')} required withAsterisk maxLength={201} {...form.field('name')} />
          <Textarea
            label={t('form.description')}
            description={t('form.description_hint')}
            autosize
            minRows={2}
            maxRows={6}
            {...form.field('description')}
          />
          <RichTextEditor label={t('detailed_description')} {...form.field('detailed_description')} />
        </div>
      </Panel>
      <Panel title={t('form.people')}>
        <div className={classes.fields}>
          <Picker
            endpoint={listGroups}
            toOption={groupOption}
            known={groups}
            label={t('form.groups')}
            description={t('form.groups_hint')}
            required
            {...form.field('group_ids')}
          />
          {may('viewUser') && (
            <Picker
              endpoint={listUsers}
              query={TRAINERS}
              toOption={personOption}
              known={coaches}
              label={t('form.coaches')}
              {...form.field('coach_ids')}
            />
          )}
        </div>
      </Panel>
      <Panel title={t('form.rules')}>
        <div className={classes.fields}>
          <Radio.Group label={t('access.label')} {...form.field('material_access')}>
            <div className={classes.choices}>
              {ACCESS_TERMS.map((terms) => (
                <Radio
                  key={terms}
                  value={terms}
                  label={t(`access.${terms}`)}
                  description={t(`access.${terms}_hint`)}
                />
              ))}
            </div>
          </Radio.Group>
          <ThemeColorField label={t('form.theme_color')} {...form.field('theme_color')} />
        </div>
      </Panel>
    </div>
  );
}
