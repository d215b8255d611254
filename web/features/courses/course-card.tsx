import type { listCourses } from '#contract/courses';
import type { ResponseOf } from '#contract/platform';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { CourseBand } from './course-band.tsx';
import classes from './course-card.module.css';
import { ProgressThread } from './progress-thread.tsx';

export type CourseRow = ResponseOf<typeof listCourses>['results'][number];

export const STATE_TONES: Record<CourseRow['state'], Tone> = {
  new: 'neutral',
  in_progress: 'active',
  finished: 'good',
};

const SHOWN_TAGS = 3;

export function CourseCard({ course }: { course: CourseRow }) {
  const t = useTranslations('courses');
  return (
    <li className={classes.card}>
      <CourseBand color={course.theme_color} photo={course.photo}>
        <FormTypes types={course.form_type} />
      </CourseBand>
      <div className={classes.body}>
        <h2 className={classes.name}>
          <Link to={`/course/${course.id}`} className={classes.link}>
            {course.name}
          </Link>
        </h2>
        {course.description && <p className={classes.description}>{course.description}</p>}
        {course.tags.length > 0 && <Tags tags={course.tags} />}
        <p className={classes.facts}>
          <span>{t('material_count', { count: course.materials })}</span>
          {course.students !== null && <span>{t('student_count', { count: course.students })}</span>}
          {course.category && <span>{course.category.name}</span>}
        </p>
        <div className={classes.foot}>
          <ProgressThread percent={course.progress} />
          <CourseBadges course={course} />
        </div>
      </div>
    </li>
  );
}

/** The state of a course, that it is a draft, or that the student is kept out of it. */
export function CourseBadges({ course }: { course: Pick<CourseRow, 'state' | 'published' | 'blocked'> }) {
  const t = useTranslations('courses');
  return (
    <div className={classes.badges}>
      {course.blocked ? (
        <StatusBadge tone="bad">{t('blocked')}</StatusBadge>
      ) : (
        <StatusBadge tone={STATE_TONES[course.state]}>{t(`state.${course.state}`)}</StatusBadge>
      )}
      {!course.published && <StatusBadge tone="warning">{t('draft')}</StatusBadge>}
    </div>
  );
}

/** Whether the course holds tests and exams, in words on its band. */
export function FormTypes({ types }: { types: readonly number[] }) {
  const t = useTranslations('courses');
  return (
    <div className={classes.types}>
      {types.includes(1) && <span className={classes.type}>{t('test')}</span>}
      {types.includes(2) && <span className={classes.type}>{t('exam')}</span>}
    </div>
  );
}

/** The first tags; the rest as a number, so that cards stay alike. */
function Tags({ tags }: { tags: readonly string[] }) {
  const t = useTranslations('courses');
  const more = tags.length - SHOWN_TAGS;
  return (
    <ul className={classes.tags} aria-label={t('tags')}>
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
      {more > 0 && <li>+{more}</li>}
    </ul>
  );
}
