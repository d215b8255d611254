import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import classes from './program-courses.module.css';
import type { Program } from './program-info-screen.tsx';

type Course = Program['courses'][number];

const STATE_TONES: Record<NonNullable<Course['state']>, Tone> = {
  new: 'neutral',
  in_progress: 'active',
  finished: 'good',
};

/** The courses in their order; a student sees how far each has come. */
export function ProgramCourses({ program }: { program: Program }) {
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
    <ol className={classes.list}>
      {program.courses.map((course, index) => (
        <CourseRow key={course.id} course={course} place={index + 1} />
      ))}
    </ol>
  );
}

function CourseRow({ course, place }: { course: Course; place: number }) {
  const t = useTranslations('programs');
  const { id, name, description, photo, theme_color, state, percent } = course;
  return (
    <li className={classes.row} style={{ '--course': theme_color } as CSSProperties}>
      <span className={classes.place} aria-hidden>
        {place}
      </span>
      {photo && <img className={classes.photo} src={photo} alt="" loading="lazy" decoding="async" />}
      <div className={classes.words}>
        <Link to={`/course/${id}`} className={classes.name}>
          {name}
        </Link>
        {description && <p className={classes.description}>{description}</p>}
      </div>
      {state && (
        <div className={classes.state}>
          <StatusBadge tone={STATE_TONES[state]}>{t(`states.${state}`)}</StatusBadge>
          <ProgressLine value={percent ?? 0} label={`${t('progress')}: ${name}`} />
        </div>
      )}
      <IconChevronRight className={classes.arrow} size={18} aria-hidden />
    </li>
  );
}
