import { getCourse } from '#contract/learning/courses';
import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import type { Messages } from '../../../../i18n/messages.ts';
import { dateText } from '../../../../lib/words/dates.ts';
import { codeOf } from '../../../../lib/api/errors.ts';
import { useMay } from '../../../../lib/session/session.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { Hint } from '../../../../ui/state/hint.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { Loaded, PageSkeleton } from '../../../../ui/state/loaded.tsx';
import { Facts, Section } from '../../../../ui/page/panel.tsx';
import { RichText } from '../../../../ui/rich-text/rich-text.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import { PlacesByUrl, type PlaceByUrl, type TabByUrl } from '../../../../ui/page/tabs-by-url.tsx';
import { useDueText } from '../../../../ui/step/due-badge.tsx';
import { ThemeHead, ThemeMark } from '../../../../ui/brand/theme-head.tsx';
import { CourseAssigned } from './course-assigned.tsx';
import { FormTypes } from '../list/course-card.tsx';
import classes from './course-info-screen.module.css';
import { KeptOut } from '../kept-out.tsx';
import { lockOf } from '../lock-of.ts';
import { LockedCourse } from '../locked-course.tsx';
import { ProgressLine } from '../../../../ui/state/progress-line.tsx';
import type { Course } from '../course.ts';
import { PublishCourse } from './publish-course.tsx';
import { later } from '../../../../lib/page/later.tsx';
import { COURSE_TONES } from '../../../../ui/step/course-tones.ts';

// A tab loads with its first opening.
const CourseSettings = later(() => import('./course-settings.tsx'));
const CourseStudents = later(() => import('../people/course-students.tsx'));
const CourseQuestions = later(() => import('./course-questions.tsx'));
const CoursePeople = later(() => import('../people/course-people.tsx'));

interface Props {
  id: number;
  materials: (course: Course) => ReactNode;
  /** The same for those who edit them. */
  managed: (course: Course) => ReactNode;
  analytics: (course: Course) => ReactNode;
  certificates: (course: Course) => ReactNode;
  /** The action that saves a student's certificate. */
  certificate: (course: Course, student: { id: number }) => ReactNode;
  /** The dialog with the materials of a course as one student has them. */
  studentMaterials: (course: Course, student: { id: number; name: string }, onClose: () => void) => ReactNode;
  /** The dialog that grants a student a retake of a form of the course. */
  retake: (
    course: Course,
    form_id: number,
    student: { id: number; first_name: string; last_name: string },
    onClose: () => void,
  ) => ReactNode;
  /** The dialog that invites somebody into the course. */
  invite: (course: Course, onClose: () => void) => ReactNode;
  webinars: (course: Course) => ReactNode;
  /** What the person noted in its materials. */
  notes: (course: Course) => ReactNode;
  /** The dialog that copies the course. */
  copy: (course: Course, onClose: () => void) => ReactNode;
  /** Where it is given into other systems. */
  dispatches: (course: Course) => ReactNode;
  revision: (course: Course) => ReactNode;
  /** Stands above the tabs. */
  notice: (course: Course) => ReactNode;
}

/** A course: what it is about, its materials, and who learns and teaches in it. */
export function CourseInfoScreen({ id, notice, ...parts }: Props) {
  const query = useData(getCourse, { params: { id } });
  if (codeOf(query.error) === 'blocked_in_course') return <KeptOut course_id={id} />;
  const lock = lockOf(query.error);
  if (lock) return <LockedCourse lock={lock} />;
  return (
    <Loaded query={query}>
      {(course) => (
        <>
          <CourseHead course={course} />
          {notice(course)}
          <CourseTabs course={course} {...parts} />
        </>
      )}
    </Loaded>
  );
}

/** The tabs on which the course itself is what the page is about. */
const OVERVIEW = new Set(['', '#general', '#description', '#programs', '#webinars']);

function CourseHead({ course }: { course: Course }) {
  const t = useTranslations('courses');
  const due = useDueText()(course);
  const { hash } = useLocation();
  return (
    <ThemeHead
      low={!OVERVIEW.has(hash)}
      color={course.theme_color}
      photo={course.photo}
      title={course.name}
      description={course.description}
      back={{ to: '/course', label: t('title') }}
      marks={
        <>
          {course.may_edit && (
            <ThemeMark filled={!course.published}>
              {t(course.published ? 'settings.is_published' : 'draft')}
            </ThemeMark>
          )}
          {due && <ThemeMark filled={course.overdue}>{due}</ThemeMark>}
          <FormTypes types={course.form_type} />
        </>
      }
      actions={
        course.may_edit && (
          <>
            {!course.published && <PublishCourse course={course} />}
            <Button
              component={Link}
              to={`/course/${course.id}/edit`}
              variant="default"
              leftSection={<IconPencil size={18} aria-hidden />}
            >
              {t('edit')}
            </Button>
          </>
        )
      }
    />
  );
}

type Parts = Omit<Props, 'id' | 'notice'>;

function CourseTabs({
  course,
  materials,
  managed,
  analytics,
  certificates,
  certificate,
  studentMaterials,
  retake,
  invite,
  webinars,
  notes,
  copy,
  dispatches,
  revision,
}: { course: Course } & Parts) {
  const t = useTranslations('courses');
  const may = useMay();
  const { education_materials, coaches, managers, groups, programs, may_edit, may_edit_materials } = course;
  const tab = (hash: Hash, content: ReactNode, count?: number): TabByUrl => ({
    hash,
    label: t(`tabs.${hash}`),
    content: <Suspense fallback={<PageSkeleton />}>{content}</Suspense>,
    ...(count !== undefined && { count }),
  });
  const overview: PlaceByUrl = {
    label: t('places.overview'),
    tabs: [
      tab('general', <General course={course} />),
      tab('description', <Description course={course} />),
      tab('programs', <CourseAssigned course={course} what="programs" />, programs.length),
      tab('webinars', webinars(course)),
    ],
  };
  const learning: PlaceByUrl = {
    label: t('places.materials'),
    count: education_materials.length,
    tabs: [
      tab('theory', materials(course)),
      ...(may_edit_materials
        ? [tab('materials', managed(course)), tab('questions', <CourseQuestions course={course} />)]
        : []),
      tab('notes', notes(course)),
    ],
  };
  const people: PlaceByUrl = {
    label: t('places.people'),
    tabs: [
      ...(may('viewCourseStudents')
        ? [
            tab(
              'students',
              <CourseStudents
                course={course}
                studentMaterials={(student, onClose) => studentMaterials(course, student, onClose)}
                certificate={(student) => certificate(course, student)}
                retake={(form_id, student, onClose) => retake(course, form_id, student, onClose)}
                invite={(onClose) => invite(course, onClose)}
              />,
              course.students ?? undefined,
            ),
          ]
        : []),
      tab('groups', <CourseAssigned course={course} what="groups" />, groups.length),
      tab('coaches', <CoursePeople course={course} who="coaches" />, coaches.length),
      tab('managers', <CoursePeople course={course} who="managers" />, managers.length),
    ],
  };
  const places: PlaceByUrl[] = [
    // A student comes to learn, the others to look after the course.
    ...(may('startTest') ? [learning, overview] : [overview, learning]),
    people,
    ...(may('viewCourseAnalytics')
      ? [
          {
            label: t('places.analytics'),
            tabs: [tab('analytics', analytics(course)), tab('certificates', certificates(course))],
          },
        ]
      : []),
    ...(may_edit || may('viewCourseHistory')
      ? [
          {
            label: t('places.settings'),
            tabs: [
              ...(may_edit ? [tab('settings', <CourseSettings course={course} copy={copy} />)] : []),
              ...(may('dispatchCourse') ? [tab('dispatches', dispatches(course))] : []),
              ...(may('viewCourseHistory') ? [tab('revision', revision(course))] : []),
            ],
          },
        ]
      : []),
  ];
  return (
    <>
      {may('startTest') && <Hint name="first_course" />}
      <PlacesByUrl places={places} label={t('places.label')} />
    </>
  );
}

type Hash = keyof Messages['courses']['tabs'];

function General({ course }: { course: Course }) {
  const t = useTranslations('courses');
  return (
    <Section>
      <div className={classes.state}>
        <StatusBadge tone={COURSE_TONES[course.state]}>{t(`state.${course.state}`)}</StatusBadge>
        <div className={classes.progress}>
          <ProgressLine value={course.progress} label={t('progress')} />
        </div>
      </div>
      <Facts
        facts={[
          [t('materials'), t('material_count', { count: course.materials })],
          [t('students'), course.students === null ? null : t('student_count', { count: course.students })],
          [t('access.label'), t(`access.${course.material_access}`)],
          [
            t('certificate_needs.short'),
            course.certifies
              ? t(`certificate_needs.${course.certificate_needs_all ? 'all' : 'tests'}`)
              : null,
          ],
          [t('category'), course.category?.name ?? null],
          [t('tags'), course.tags.join(', ')],
          [t('created_at'), dateText(course.created_at)],
        ]}
      />
    </Section>
  );
}

function Description({ course }: { course: Course }) {
  const t = useTranslations('courses');
  const { description, detailed_description } = course;
  if (!description && !detailed_description)
    return <EmptyState title={t('no_description')} text={course.may_edit ? t('no_description_text') : ''} />;
  return (
    <Section>
      {detailed_description ? (
        <RichText html={detailed_description} />
      ) : (
        <p className="flush">{description}</p>
      )}
    </Section>
  );
}
