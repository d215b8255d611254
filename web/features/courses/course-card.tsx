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

export function CourseCard({ course }: { course: CourseRow }) {
  const t = useTranslations('courses');
  return (
    <li className={classes.card}>
      <CourseBand color={course.theme_color}>
        <FormTypes types={course.form_type} />
      </CourseBand>
      <div className={classes.body}>
        <h2 className={classes.name}>
          <Link to={`/course/${course.id}`} className={classes.link}>
            {course.name}
          </Link>
        </h2>
        {course.description && <p className={classes.description}>{course.description}</p>}
        <p className={classes.facts}>
          <span>{t('material_count', { count: course.materials })}</span>
          {course.students !== null && <span>{t('student_count', { count: course.students })}</span>}
          {course.category && <span>{course.category.name}</span>}
        </p>
        <div className={classes.foot}>
          <ProgressThread percent={course.progress} />
          <div className={classes.badges}>
            <StatusBadge tone={STATE_TONES[course.state]}>{t(`state.${course.state}`)}</StatusBadge>
            {!course.published && <StatusBadge tone="warning">{t('draft')}</StatusBadge>}
          </div>
        </div>
      </div>
    </li>
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
