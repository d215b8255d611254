import { createCourse, getCourse, updateCourse } from '#contract/learning/courses';
import { IconArrowRight } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useGoOn } from '../../../../lib/api/go-on.tsx';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Skeleton } from '../../../../ui/state/skeleton.tsx';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { useKeptWords } from '../../../../lib/form/kept-words.ts';
import { useForm } from '../../../../lib/form/use-form.ts';
import { PrivateForm } from '../../../../ui/form/private-form.tsx';
import { RestoredWords } from '../../../../ui/form/restored-words.tsx';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { Section } from '../../../../ui/page/panel.tsx';
import { checkCourse, type Chosen, CourseFields, type CourseValues } from './course-form.tsx';
import classes from './course-form.module.css';
import type { Course } from '../course.ts';
import { later } from '../../../../lib/page/later.tsx';
import { managePath } from '../../../../lib/paths/material-paths.ts';

const CoursePhotoField = later(() => import('./course-photo-field.tsx'));

const TEXTS = ['name', 'description', 'detailed_description'] as const;
const EMPTY: CourseValues = {
  name: '',
  description: '',
  detailed_description: '',
  category_id: null,
  tags: [],
  group_ids: [],
  coach_ids: [],
  program_ids: [],
  theme_color: '#1f5fa8',
  material_access: 'all_materials_access',
  published: false,
};
const NOTHING: Chosen = { category: null, groups: [], programs: [], coaches: [] };

/** The form, then what follows it: the address says which course was made, so that a reload shows that again. */
export function CourseCreateScreen() {
  const [search] = useSearchParams();
  const created = Number(search.get('created')) || null;
  return created === null ? <CourseCreate /> : <FirstPicture id={created} />;
}

function CourseCreate() {
  const t = useTranslations('courses');
  const common = useTranslations('common');
  const navigate = useNavigate();
  const goOn = useGoOn();
  const kept = useKeptWords('course', TEXTS);
  const form = useForm({
    endpoint: createCourse,
    initial: EMPTY,
    typed: kept.found?.words,
    check: (values) => checkCourse(values),
    onDone: ({ id }) => goOn(`?created=${id}`, { replace: true }),
  });
  return (
    <>
      <PageHeader title={t('create')} back={{ to: '/course', label: t('title') }} />
      <PrivateForm
        form={form}
        submitLabel={common('create')}
        onCancel={() => void navigate('/course')}
        onLeave={form.markSaved}
      >
        <RestoredWords form={form} kept={kept} />
        <CourseFields form={form} chosen={NOTHING} />
      </PrivateForm>
    </>
  );
}

/** The course stands; a picture can be put on it before its materials are. */
function FirstPicture({ id }: { id: number }) {
  const query = useData(getCourse, { params: { id } });
  return <Loaded query={query}>{(course) => <Created course={course} />}</Loaded>;
}

function Created({ course }: { course: Course }) {
  const t = useTranslations('courses');
  const page = useRef<HTMLDivElement>(null);
  // As after a navigation, since another page took the place of the form.
  useEffect(() => page.current?.querySelector('h1')?.focus(), []);
  return (
    <div ref={page}>
      <PageHeader title={t('created', { name: course.name })} description={t('created_text')} />
      <Section narrow>
        <div className="stack gap-7">
          <Picture course={course} />
          <div className="buttons fills">
            <Button component={Link} to={`/course/${course.id}`} variant="default">
              {t('to_course')}
            </Button>
            <Button
              component={Link}
              to={managePath(course.id)}
              rightSection={<IconArrowRight size={18} aria-hidden />}
            >
              {t('add_materials')}
            </Button>
          </div>
        </div>
      </Section>
    </div>
  );
}

function Picture({ course }: { course: Course }) {
  return (
    <Suspense fallback={<Skeleton className={classes.coming} radius="lg" />}>
      <CoursePhotoField course={course} />
    </Suspense>
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
  const goOn = useGoOn();
  const leave = () => void navigate(`/course/${course.id}`);
  const [initial] = useState<CourseValues>(() => valuesOf(course));
  const kept = useKeptWords(`course.${course.id}`, TEXTS);
  const form = useForm({
    endpoint: updateCourse,
    params: { id: course.id },
    initial,
    typed: kept.found?.words,
    check: (values) => checkCourse(values, course.groups.length),
    // A manager may not name groups out of reach again, so only what changed is sent.
    body: (values) => changedOf(initial, values),
    onDone: () => {
      showSuccess(common('saved'));
      goOn(`/course/${course.id}`);
    },
  });
  return (
    <>
      <PageHeader
        title={t('edit_title')}
        description={course.name}
        back={{ to: `/course/${course.id}`, label: course.name }}
      />
      <div className="form-wide before-7">
        <Picture course={course} />
      </div>
      <PrivateForm form={form} submitLabel={common('save')} onCancel={leave} onLeave={form.markSaved}>
        <RestoredWords form={form} kept={kept} />
        <CourseFields form={form} chosen={course} />
      </PrivateForm>
    </>
  );
}

function valuesOf(course: Course): CourseValues {
  const { name, description, detailed_description, tags, theme_color, material_access } = course;
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
  return {
    name,
    description,
    detailed_description,
    category_id: course.category?.id ?? null,
    tags,
    group_ids: ids(course.groups),
    coach_ids: ids(course.coaches),
    program_ids: ids(course.programs),
    theme_color,
    material_access,
  };
}

function changedOf(initial: CourseValues, values: CourseValues): Partial<CourseValues> {
  const same = (name: keyof CourseValues) => JSON.stringify(initial[name]) === JSON.stringify(values[name]);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !same(name as keyof CourseValues)));
}
