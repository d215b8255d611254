import { setCourseDueDate } from '#contract/learning/chronology';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useForm } from '../../../../lib/form/use-form.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { DueOfForm, type DueRule, isDueReady } from '../../../../ui/date/due-field.tsx';
import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import { PrivateForm } from '../../../../ui/form/private-form.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import type { Course } from '../course.ts';

type Group = Course['groups'][number];

interface Props {
  course: { id: number; groups: readonly Group[] };
  /** Who has the course directly; without, it is set for groups. */
  student?: { id: number; name: string } & DueRule;
  onClose: () => void;
}

interface Values extends DueRule {
  group_ids: number[];
  user_ids: number[];
}

/** Sets by when a course is due to groups of it or to one person, with what that changes before it is saved. */
export default function DueDialog({ course, student, onClose }: Props) {
  const t = useTranslations('courses.due');
  const common = useTranslations('common');
  const { groups } = course;
  const ids = groups.map(({ id }) => id);
  const form = useForm<typeof setCourseDueDate, Values>({
    endpoint: setCourseDueDate,
    params: { id: course.id },
    initial: {
      group_ids: student ? [] : ids.slice(0, 1),
      user_ids: student ? [student.id] : [],
      due_on: (student ?? groups[0])?.due_on ?? null,
      due_after_days: (student ?? groups[0])?.due_after_days ?? null,
    },
    onDone: () => {
      showSuccess(t('saved'));
      onClose();
    },
  });
  const { values } = form;
  const setDue = ({ due_on, due_after_days }: DueRule) => {
    form.set('due_on', due_on);
    form.set('due_after_days', due_after_days);
  };
  const all = values.group_ids.length > 1;
  return (
    <Dialog onClose={onClose} title={t('title')}>
      <PrivateForm form={form} submitLabel={common('save')} onCancel={onClose}>
        {student && <p className="flush">{student.name}</p>}
        {!student && groups.length > 1 && (
          <NativeSelect
            label={t('who')}
            value={all ? '' : String(values.group_ids[0])}
            onChange={({ currentTarget: { value } }) => {
              const group = groups.find(({ id }) => String(id) === value);
              form.set('group_ids', group ? [group.id] : ids);
              if (group) setDue(group);
            }}
            data={[
              ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
              { value: '', label: t('all_groups') },
            ]}
          />
        )}
        {!student && groups.length === 1 && <p className="flush">{groups[0]!.name}</p>}
        <DueOfForm key={all ? 0 : values.group_ids[0]} form={form} />
        <Preview course={course} values={values} />
      </PrivateForm>
    </Dialog>
  );
}

/** For how many it changes, and who is late at once. */
function Preview({ course, values }: { course: { id: number }; values: Values }) {
  const t = useTranslations('courses.due');
  const [told, setTold] = useState<{ changed: number; overdue: number } | null>(null);
  const { run } = useAction(setCourseDueDate, { onDone: setTold, onError: () => setTold(null) });
  const body = JSON.stringify(values);
  const ready = isDueReady(values);
  useEffect(() => {
    if (!ready) return setTold(null);
    const timer = setTimeout(
      () => void run({ params: { id: course.id }, body: { ...(JSON.parse(body) as Values), dry_run: true } }),
      250,
    );
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- asked once for each thing that could be saved
  }, [body, ready, course.id]);
  return (
    <p className="dim flush" role="status">
      {told &&
        [t('changes', { count: told.changed }), told.overdue > 0 && t('late', { count: told.overdue })]
          .filter(Boolean)
          .join('; ')}
    </p>
  );
}
