import { getCourse } from '#contract/courses';
import type { ResponseOf } from '#contract/platform';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { dateText } from '../../lib/dates.ts';
import { useMay } from '../../lib/session.ts';
import { useData } from '../../lib/use-data.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TabsByUrl, type TabByUrl } from '../../ui/tabs-by-url.tsx';
import { CourseBand } from './course-band.tsx';
import { FormTypes, STATE_TONES } from './course-card.tsx';
import classes from './course-info-screen.module.css';
import { ProgressThread } from './progress-thread.tsx';

export type Course = ResponseOf<typeof getCourse>;

interface Props {
  id: number;
  materials: (course: Course) => ReactNode;
  students: (course: Course) => ReactNode;
  analytics: (course: Course) => ReactNode;
}

/** A course: what it is about, its materials, and who learns and teaches in it. */
export function CourseInfoScreen({ id, ...parts }: Props) {
  const query = useData(getCourse, { params: { id } });
  return (
    <Loaded query={query}>
      {(course) => (
        <>
          <CourseHead course={course} />
          <CourseTabs course={course} {...parts} />
        </>
      )}
    </Loaded>
  );
}

function CourseHead({ course }: { course: Course }) {
  const t = useTranslations('courses');
  return (
    <CourseBand color={course.theme_color} tall>
      <header className={classes.head}>
        <div className={classes.words}>
          <Link to="/course" className={classes.back}>
            <IconArrowLeft size={16} aria-hidden />
            {t('title')}
          </Link>
          <h1 tabIndex={-1} className={classes.name}>
            {course.name}
          </h1>
          {course.description && <p className={classes.description}>{course.description}</p>}
          <FormTypes types={course.form_type} />
        </div>
        {course.may_edit && (
          <Button
            component={Link}
            to={`/course/${course.id}/edit`}
            variant="default"
            leftSection={<IconPencil size={18} aria-hidden />}
          >
            {t('edit')}
          </Button>
        )}
      </header>
    </CourseBand>
  );
}

function CourseTabs({ course, materials, students, analytics }: { course: Course } & Omit<Props, 'id'>) {
  const t = useTranslations('courses.tabs');
  const may = useMay();
  const general: TabByUrl = {
    hash: 'description',
    label: t('description'),
    content: <General course={course} />,
  };
  const theory: TabByUrl = {
    hash: 'theory',
    label: t('theory'),
    count: course.education_materials.length,
    content: materials(course),
  };
  const tabs: TabByUrl[] = [
    // A student comes to learn, the others to look after the course.
    ...(may('startTest') ? [theory, general] : [general, theory]),
    {
      hash: 'groups',
      label: t('groups'),
      count: course.groups.length,
      content: (
        <Names items={course.groups} path="/group" linked={may('navigateGroups') || may('startTest')} />
      ),
    },
    {
      hash: 'coaches',
      label: t('coaches'),
      count: course.coaches.length,
      content: <Coaches course={course} />,
    },
    ...(course.programs.length > 0
      ? [
          {
            hash: 'programs',
            label: t('programs'),
            count: course.programs.length,
            content: <Names items={course.programs} path="/program" linked />,
          },
        ]
      : []),
    ...(may('viewCourseStudents')
      ? [{ hash: 'students', label: t('students'), content: students(course) }]
      : []),
    ...(may('viewCourseAnalytics')
      ? [{ hash: 'analytics', label: t('analytics'), content: analytics(course) }]
      : []),
  ];
  return <TabsByUrl tabs={tabs} label={t('label')} />;
}

function General({ course }: { course: Course }) {
  const t = useTranslations('courses');
  return (
    <>
      <Panel>
        <div className={classes.state}>
          <StatusBadge tone={STATE_TONES[course.state]}>{t(`state.${course.state}`)}</StatusBadge>
          <div className={classes.progress}>
            <ProgressThread percent={course.progress} />
          </div>
        </div>
        <Facts
          facts={[
            [t('materials'), t('material_count', { count: course.materials })],
            [t('students'), course.students === null ? null : t('student_count', { count: course.students })],
            [t('access.label'), t(`access.${course.material_access}`)],
            [t('category'), course.category?.name ?? null],
            [t('created_at'), dateText(course.created_at)],
          ]}
        />
      </Panel>
      {course.detailed_description && (
        <Panel title={t('detailed_description')}>
          <RichText html={course.detailed_description} />
        </Panel>
      )}
    </>
  );
}

function Names({
  items,
  path,
  linked,
}: {
  items: readonly { id: number; name: string }[];
  path: string;
  linked: boolean;
}) {
  const t = useTranslations('courses');
  if (items.length === 0) return <EmptyState title={t('no_groups')} />;
  return (
    <ul className={classes.names}>
      {items.map(({ id, name }) => (
        <li key={id}>{linked ? <Link to={`${path}/${id}`}>{name}</Link> : <span>{name}</span>}</li>
      ))}
    </ul>
  );
}

function Coaches({ course }: { course: Course }) {
  const t = useTranslations('courses');
  if (course.coaches.length === 0)
    return <EmptyState title={t('no_coaches')} text={course.may_edit ? t('no_coaches_text') : undefined} />;
  return (
    <ul className={classes.names}>
      {course.coaches.map(({ id, first_name, last_name }) => (
        <li key={id}>
          <span>
            {last_name} {first_name}
          </span>
        </li>
      ))}
    </ul>
  );
}
