import type { listCourses } from '#contract/learning/courses';
import type { ResponseOf } from '#contract/platform';
import { useTranslations } from 'use-intl';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import { ThemeCard } from '../../../../ui/brand/theme-card.tsx';
import { ThemeMark } from '../../../../ui/brand/theme-head.tsx';
import { useLockWords } from '../locked-course.tsx';
import { ProgressLine } from '../../../../ui/state/progress-line.tsx';
import { COURSE_TONES } from '../../../../ui/step/course-tones.ts';

export type CourseRow = ResponseOf<typeof listCourses>['results'][number];

export function CourseCard({ course }: { course: CourseRow }) {
  const t = useTranslations('courses');
  const lockWords = useLockWords();
  return (
    <ThemeCard
      to={`/course/${course.id}`}
      color={course.theme_color}
      photo={course.photo}
      name={course.name}
      description={course.locked ? lockWords(course.locked) : course.description}
      tags={course.tags}
      tagsLabel={t('tags')}
      marks={<FormTypes types={course.form_type} />}
      facts={[
        t('material_count', { count: course.materials }),
        course.students !== null && t('student_count', { count: course.students }),
        course.category?.name,
      ]}
      foot={
        <>
          <ProgressLine value={course.progress} label={`${t('progress')}: ${course.name}`} />
          <CourseBadges course={course} />
        </>
      }
    />
  );
}

/** The state of a course, that it is a draft, that it is not open yet, or that the student is kept out of it. */
export function CourseBadges({
  course,
}: {
  course: Pick<CourseRow, 'state' | 'published' | 'blocked' | 'locked'>;
}) {
  const t = useTranslations('courses');
  return (
    <div className="wraps gap-3">
      {course.blocked ? (
        <StatusBadge tone="bad">{t('blocked')}</StatusBadge>
      ) : course.locked ? (
        <StatusBadge tone="neutral">{t('locked.badge')}</StatusBadge>
      ) : (
        <StatusBadge tone={COURSE_TONES[course.state]}>{t(`state.${course.state}`)}</StatusBadge>
      )}
      {!course.published && <StatusBadge tone="warning">{t('draft')}</StatusBadge>}
    </div>
  );
}

/** Whether the course holds tests and exams, in words on its band. */
export function FormTypes({ types }: { types: readonly number[] }) {
  const t = useTranslations('courses');
  return (
    <div className="wraps gap-3">
      {types.includes(1) && <ThemeMark>{t('test')}</ThemeMark>}
      {types.includes(2) && <ThemeMark>{t('exam')}</ThemeMark>}
    </div>
  );
}
