import { createCourse, deleteCourse, getCourse, updateCourse } from '#contract/courses';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { useMay } from '../../lib/session.ts';
import { showSuccess } from '../../lib/toasts.ts';
import { useAction } from '../../lib/use-action.ts';
import { useData } from '../../lib/use-data.ts';
import { useForm } from '../../lib/use-form.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { PrivateForm } from '../../ui/form/private-form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { checkCourse, CourseFields, type CourseValues } from './course-form.tsx';
import type { Course } from './course-info-screen.tsx';

const EMPTY: CourseValues = {
  name: '',
  description: '',
  detailed_description: '',
  group_ids: [],
  coach_ids: [],
  theme_color: '#1f5fa8',
  material_access: 'all_materials_access',
};

export function CourseCreateScreen() {
  const t = useTranslations('courses');
  const common = useTranslations('common');
  const navigate = useNavigate();
  const form = useForm({
    endpoint: createCourse,
    initial: EMPTY,
    check: checkCourse,
    onDone: ({ id }) => void navigate(`/course/${id}/education-materials`, { replace: true }),
  });
  return (
    <>
      <PageHeader title={t('create')} back={{ to: '/course', label: t('title') }} />
      <PrivateForm form={form} submitLabel={common('create')} onCancel={() => void navigate('/course')}>
        <CourseFields form={form} groups={[]} coaches={[]} />
      </PrivateForm>
    </>
  );
}

export function CourseEditScreen({ id }: { id: number }) {
  const query = useData(getCourse, { params: { id } });
  return <Loaded query={query}>{(course) => <CourseEdit course={course} />}</Loaded>;
}

function CourseEdit({ course }: { course: Course }) {
  const t = useTranslations('courses');
  const common = useTranslations('common');
  const navigate = useNavigate();
  const leave = () => void navigate(`/course/${course.id}`);
  const [initial] = useState<CourseValues>(() => valuesOf(course));
  const form = useForm({
    endpoint: updateCourse,
    params: { id: course.id },
    initial,
    check: checkCourse,
    // A manager may not name groups out of reach again, so only what changed is sent.
    body: (values) => changedOf(initial, values),
    onDone: () => {
      showSuccess(common('saved'));
      leave();
    },
  });
  return (
    <>
      <PageHeader
        title={t('edit_title')}
        description={course.name}
        back={{ to: `/course/${course.id}`, label: course.name }}
        actions={<DeleteCourse course={course} onDeleted={form.markSaved} />}
      />
      <PrivateForm form={form} submitLabel={common('save')} onCancel={leave}>
        <CourseFields
          form={form}
          groups={course.groups.map(({ id, name }) => ({ id, label: name }))}
          coaches={course.coaches.map(({ id, first_name, last_name }) => ({
            id,
            label: `${last_name} ${first_name}`,
          }))}
        />
      </PrivateForm>
    </>
  );
}

function valuesOf(course: Course): CourseValues {
  const { name, description, detailed_description, theme_color, material_access } = course;
  const group_ids = course.groups.map(({ id }) => id);
  const coach_ids = course.coaches.map(({ id }) => id);
  return { name, description, detailed_description, group_ids, coach_ids, theme_color, material_access };
}

function changedOf(initial: CourseValues, values: CourseValues): Partial<CourseValues> {
  const same = (name: keyof CourseValues) => JSON.stringify(initial[name]) === JSON.stringify(values[name]);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !same(name as keyof CourseValues)));
}

function DeleteCourse({ course, onDeleted }: { course: Course; onDeleted: () => void }) {
  const t = useTranslations('courses');
  const common = useTranslations('common');
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const remove = useAction(deleteCourse, {
    onDone: () => {
      onDeleted();
      void navigate('/course', { replace: true });
    },
  });
  if (!useMay()('deleteCourse')) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash size={18} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {common('delete')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('delete_title')}
        text={t('delete_text', { name: course.name })}
        confirmLabel={common('delete')}
        danger
        busy={remove.busy}
        onConfirm={() => void remove.run({ params: { id: course.id } })}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
