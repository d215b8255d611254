import { IconChevronRight, IconLock } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { ProgressLine } from '../../../../ui/state/progress-line.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import classes from './program-courses.module.css';
import type { Program } from '../program.ts';
import { COURSE_TONES } from '../../../../ui/step/course-tones.ts';

type Course = Program['courses'][number];

export type CourseLock = NonNullable<Course['locked']>;

interface Props {
  program: Program;
  /** What opens a course that is closed to the student yet. */
  lockReason: (lock: CourseLock) => ReactNode;
}

/** The courses in their order; a student sees how far each has come, and which are not open yet and why. */
export function ProgramCourses({ program, lockReason }: Props) {
  const t = useTranslations('programs');
  if (program.courses.length === 0) {
    return (
      <EmptyState
        title={t('no_courses')}
        text={program.may_edit && t('no_courses_editor')}
        action={
          program.may_edit && (
            <Button component={Link} to={`/program/${program.id}/edit`} variant="default">
              {t('choose_courses')}
            </Button>
          )
        }
      />
    );
  }
  return (
    <ol className="stack plain gap-5">
      {program.courses.map((course, index) => (
        <CourseRow key={course.id} course={course} place={index + 1} lockReason={lockReason} />
      ))}
    </ol>
  );
}

function CourseRow({
  course,
  place,
  lockReason,
}: { course: Course; place: number } & Pick<Props, 'lockReason'>) {
  const t = useTranslations('programs');
  const { id, name, description, photo, theme_color, state, percent, locked } = course;
  const Sign = locked ? IconLock : IconChevronRight;
  return (
    <li className={`${classes.row} lit ringed`} style={{ '--course': theme_color } as CSSProperties}>
      <span className={classes.place} aria-hidden>
        {place}
      </span>
      {photo && <img className={classes.photo} src={photo} alt="" loading="lazy" decoding="async" />}
      <div className="fills-line">
        <Link to={`/course/${id}`} className="unlinked strong anywhere covering">
          {name}
        </Link>
        {locked ? (
          <p className={classes.reason}>{lockReason(locked)}</p>
        ) : (
          description && <p className={classes.description}>{description}</p>
        )}
      </div>
      {locked && (
        <div className={classes.state}>
          <StatusBadge tone="neutral">{t('states.locked')}</StatusBadge>
        </div>
      )}
      {state && !locked && (
        <div className={classes.state}>
          <StatusBadge tone={COURSE_TONES[state]}>{t(`states.${state}`)}</StatusBadge>
          <ProgressLine value={percent ?? 0} label={`${t('progress')}: ${name}`} />
        </div>
      )}
      <Sign className={`${classes.arrow} dim fixed`} size={18} aria-hidden />
    </li>
  );
}
