import { type ResponseOf, writtenNumber } from '#contract/platform';
import { getUserLearning } from '#contract/insight/statistics/learning';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Skeleton } from '../../../../ui/state/skeleton.tsx';
import { dateText } from '../../../../lib/words/dates.ts';
import { useProfile } from '../../../../lib/session/session.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { useFirstRows } from '../../../../ui/table/first-rows.ts';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { ProgressLine } from '../../../../ui/state/progress-line.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import classes from './person-learning.module.css';
import { DueBadge } from '../../../../ui/step/due-badge.tsx';
import { NextCourse } from './next-course.tsx';
import { PersonTests } from './person-tests.tsx';
import { byUrgency } from './urgency.ts';
import { COURSE_TONES } from '../../../../ui/step/course-tones.ts';

type Learning = ResponseOf<typeof getUserLearning>;
type Course = Learning['courses'][number];
type Times = Pick<Course, 'opened_at' | 'last_activity' | 'finished_at' | 'due_at' | 'finished_late_days'>;

interface Props {
  /** The person. */
  id: number;
}

interface CoursesProps extends Props {
  /** What a student may ask for on their own page where a course does not go on. */
  ask?: Parameters<typeof NextCourse>[0]['ask'];
}

/** The courses that a person takes or coaches, each with how far they are and how its tests went. */
export function PersonCourses({ id, ask = () => null }: CoursesProps) {
  const t = useTranslations('learning');
  const { id: own_id, current_login_info } = useProfile();
  const studies = own_id === id && current_login_info.type_user === 'student';
  return (
    <Learned
      id={id}
      pick={({ courses }) => (studies ? byUrgency(courses) : courses)}
      above={(courses) => studies && <NextCourse courses={courses} ask={ask} />}
      empty={<EmptyState title={t('no_courses')} {...(studies && { text: t('no_courses_text') })} />}
    >
      {(course) => <CourseRow key={`${course.id}-${course.role}`} id={id} course={course} />}
    </Learned>
  );
}

function CourseRow({ id, course }: Props & { course: Course }) {
  const t = useTranslations('learning');
  const own = useProfile().id === id;
  const { certificate } = course;
  return (
    <Row
      to={`/course/${course.id}`}
      name={course.name}
      color={course.theme_color}
      description={<Facts times={course} overdue={course.overdue} />}
      below={
        <>
          {certificate && (
            <span className={`${classes.certificate} cluster gap-4 linked`}>
              <Link to={`/certificate/${certificate}`} className="finger-line">
                {t('certificate', { number: writtenNumber(certificate) })}
              </Link>
              {course.certificate_expired && <StatusBadge tone="bad">{t('certificate_expired')}</StatusBadge>}
            </span>
          )}
          <PersonTests course={course} own={own} />
        </>
      }
    >
      {course.state === null || course.percent === null ? (
        <StatusBadge tone="neutral">{t('coaches')}</StatusBadge>
      ) : (
        <>
          {course.locked ? (
            <StatusBadge tone="neutral">{t('locked')}</StatusBadge>
          ) : (
            <StatusBadge tone={COURSE_TONES[course.state]}>{t(`course_states.${course.state}`)}</StatusBadge>
          )}
          <ProgressLine value={course.percent} label={`${t('progress')}: ${course.name}`} />
        </>
      )}
    </Row>
  );
}

/** The programs that came to a person with their groups, each with its courses. */
export function PersonPrograms({ id }: Props) {
  const t = useTranslations('learning');
  return (
    <Learned
      id={id}
      pick={({ programs, courses }) => programs.map((program) => ({ program, courses }))}
      empty={<EmptyState title={t('no_programs')} />}
    >
      {({ program, courses }) => (
        <Row
          key={program.id}
          to={`/program/${program.id}`}
          name={program.name}
          description={
            <>
              <span>{t('program_courses', { count: program.courses })}</span>
              <Facts times={program} overdue={program.overdue > 0} />
            </>
          }
          below={
            <ProgramCourses
              id={id}
              courses={program.course_ids.flatMap((course_id) =>
                courses.filter((course) => course.id === course_id && course.role === 'student'),
              )}
            />
          }
        >
          <ProgressLine value={program.percent} label={`${t('progress')}: ${program.name}`} />
        </Row>
      )}
    </Learned>
  );
}

function ProgramCourses({ id, courses }: Props & { courses: readonly Course[] }) {
  const t = useTranslations('learning');
  if (courses.length === 0) return null;
  return (
    <details className={classes.courses}>
      <summary className="unfolds">{t('courses_and_results')}</summary>
      <ul className="plain box clips">
        {courses.map((course) => (
          <CourseRow key={course.id} id={id} course={course} />
        ))}
      </ul>
    </details>
  );
}

/** When it was begun, last touched, finished, and by when the next step is due, or all of it was. */
function Facts({ times, overdue }: { times: Times; overdue: boolean }) {
  const t = useTranslations('learning');
  const { opened_at, last_activity, finished_at, due_at, finished_late_days } = times;
  return (
    <>
      {opened_at && <span>{t('opened', { date: dateText(opened_at) })}</span>}
      {finished_at ? (
        <span>{t('finished', { date: dateText(finished_at) })}</span>
      ) : (
        last_activity && <span>{t('last_activity', { date: dateText(last_activity) })}</span>
      )}
      <DueBadge due={{ due_at, overdue, finished_late_days }} />
    </>
  );
}

/** The groups that a person belongs to, and as what. */
export function PersonGroups({ id }: Props) {
  const t = useTranslations('learning');
  return (
    <Learned id={id} pick={(learning) => learning.groups} empty={<EmptyState title={t('no_groups')} />}>
      {(group) => (
        <Row key={`${group.id}-${group.role}`} to={`/group/${group.id}`} name={group.name}>
          <StatusBadge tone="neutral">{t(`group_roles.${group.role}`)}</StatusBadge>
        </Row>
      )}
    </Learned>
  );
}

interface LearnedProps<T> extends Props {
  pick: (learning: Learning) => readonly T[];
  above?: (items: readonly T[]) => ReactNode;
  empty: ReactNode;
  children: (item: T) => ReactNode;
}

function Learned<T>({ id, pick, above, empty, children }: LearnedProps<T>) {
  const query = useData(getUserLearning, { params: { id } });
  return (
    <Loaded query={query} skeleton={<Skeleton height={180} radius="lg" />}>
      {(learning) => {
        const items = pick(learning);
        return items.length === 0 ? (
          <div className="plain box clips">{empty}</div>
        ) : (
          <>
            {above?.(items)}
            <Items items={items}>{children}</Items>
          </>
        );
      }}
    </Loaded>
  );
}

function Items<T>({ items, children }: { items: readonly T[]; children: (item: T) => ReactNode }) {
  return <ul className="plain box clips">{useFirstRows(items, null, 72).map(children)}</ul>;
}

interface RowProps {
  to: string;
  name: string;
  description?: ReactNode;
  /** Of the course's theme. */
  color?: string;
  /** Across the row, under its words. */
  below?: ReactNode;
  children: ReactNode;
}

function Row({ to, name, description, color, below, children }: RowProps) {
  return (
    <li
      className={`${classes.row} ruled lit`}
      style={{ '--theme': color } as CSSProperties}
      data-themed={!!color || undefined}
    >
      <span className="stack">
        <Link to={to} className="unlinked medium anywhere covering ring-within">
          {name}
        </Link>
        {description && <span className={classes.description}>{description}</span>}
      </span>
      <span className={classes.state}>{children}</span>
      {below}
    </li>
  );
}
