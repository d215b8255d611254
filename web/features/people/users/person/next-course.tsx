import type { ResponseOf } from '#contract/platform';
import type { NextStep } from '#contract/learning/courses';
import type { getUserLearning } from '#contract/insight/statistics/learning';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { DueBadge } from '../../../../ui/step/due-badge.tsx';
import { NextStepCard } from '../../../../ui/step/next-step.tsx';
import { ProgressLine } from '../../../../ui/state/progress-line.tsx';
import classes from './next-course.module.css';
import { byUrgency, nextOf } from './urgency.ts';

type Course = ResponseOf<typeof getUserLearning>['courses'][number];

interface Props {
  courses: readonly Course[];
  /** What may be asked for where the next step of a course waits for somebody. */
  ask: (step: NextStep) => ReactNode;
}

/**
 * Where a student goes on, one press away from signing in, and where they cannot without being given another attempt;
 * that everything is done, once it is.
 */
export function NextCourse({ courses, ask }: Props) {
  const t = useTranslations('learning');
  const next = nextOf(courses);
  const studied = courses.filter(({ state }) => state !== null);
  const done = studied.filter(({ state }) => state === 'finished').length;
  const waiting = byUrgency(courses).filter(({ next_step }) => next_step !== null && ask(next_step) !== null);
  const shown = [...(next ? [next] : []), ...waiting];
  if (shown.length > 0)
    return shown.map((course) => (
      <CourseCard
        key={course.id}
        course={course}
        ask={ask}
        doneOf={course === next && t('done_of', { done, count: studied.length })}
      />
    ));
  if (done === 0 || done < studied.length) return null;
  return (
    <div className={`${classes.done} before-6`}>
      <p className={`${classes.name} flush`}>{t('all_done')}</p>
      <p className="quiet flush">{t('all_done_text')}</p>
    </div>
  );
}

interface CardProps extends Pick<Props, 'ask'> {
  course: Course;
  /** How many of all are done, where it stands first. */
  doneOf: ReactNode;
}

function CourseCard({ course, ask, doneOf }: CardProps) {
  const t = useTranslations('learning');
  const { id, name, theme_color, percent, state, next_step: step } = course;
  if (!step?.material) return null;
  return (
    <div className="before-6">
      <NextStepCard
        course_id={id}
        step={step}
        color={theme_color}
        kind={t(`types.${step.material.type}`)}
        instead={ask(step)}
      >
        <p className="quiet flush">{name}</p>
        {state !== 'finished' && <ProgressLine value={percent ?? 0} label={`${t('progress')}: ${name}`} />}
        <div className="cluster gap-4 quiet">
          {/* What was finished is asked for again: by when it was due is no news. */}
          {course.finished_late_days === null && <DueBadge due={course} />}
          {doneOf && <span>{doneOf}</span>}
        </div>
      </NextStepCard>
    </div>
  );
}
