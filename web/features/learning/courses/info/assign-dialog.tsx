import { updateCourse } from '#contract/learning/courses';
import { listGroups } from '#contract/people/groups';
import { listPrograms } from '#contract/learning/programs';
import { useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/api.ts';
import { useChosenToast } from '../../../../lib/api/removal.ts';
import { useForm } from '../../../../lib/form/use-form.ts';
import { Picker } from '../../../../ui/form/picker.tsx';
import { PrivateForm } from '../../../../ui/form/private-form.tsx';
import type { Course } from '../course.ts';
import { DueField, NOT_DUE, type DueRule } from '../../../../ui/date/due-field.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';

const WHAT = {
  groups: { field: 'group_ids', endpoint: listGroups },
  programs: { field: 'program_ids', endpoint: listPrograms },
} as const;

interface Named {
  id: number;
  name: string;
}
const optionOf = ({ id, name }: Named) => ({ id, label: name });

interface Props {
  course: Course;
  what: keyof typeof WHAT;
  onClose: () => void;
}

/** Chooses the groups or programs that have a course. */
export default function AssignDialog({ course, what, onClose }: Props) {
  const t = useTranslations();
  const chosen = useChosenToast();
  const { field, endpoint } = WHAT[what];
  const assigned: readonly Named[] = course[what];
  const params = { id: course.id };
  const before = assigned.map((one) => one.id);
  const form = useForm({
    endpoint: updateCourse,
    params,
    initial: { [field]: before, ...NOT_DUE } as Record<typeof field, number[]> & DueRule,
    onDone: (_, { [field]: after }) => {
      void chosen(
        t('common.saved'),
        { object_model: 'course', object_id: course.id, name: course.name },
        { before, after },
        (ids) => call(updateCourse, { params, body: { [field]: ids } }),
      );
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title={t(`courses.${what}.choose`)}>
      <PrivateForm form={form} submitLabel={t('common.save')} onCancel={onClose}>
        <Picker
          endpoint={endpoint}
          toOption={optionOf}
          known={assigned.map(optionOf)}
          label={t(`courses.tabs.${what}`)}
          description={t(`courses.${what}.hint`)}
          {...form.field(field)}
        />
        {what === 'groups' && form.values[field].some((id) => !before.includes(id)) && (
          <DueField
            description={t('courses.due.added_hint')}
            value={form.values}
            onChange={({ due_on, due_after_days }) => {
              form.set('due_on', due_on);
              form.set('due_after_days', due_after_days);
            }}
            errorAt={form.errorAt}
          />
        )}
      </PrivateForm>
    </Dialog>
  );
}
