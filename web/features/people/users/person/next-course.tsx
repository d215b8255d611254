import type { ResponseOf } from '#contract/platform';
import type { getUserLearning } from '#contract/insight/statistics';
import { useTranslations } from 'use-intl';
import { dateText } from '../../../../lib/words/dates.ts';
import { daysLeft } from '../../../../lib/words/next-step.ts';
import { NextStepCard } from '../../../../ui/step/next-step.tsx';
import { ProgressLine } from '../../../../ui/state/progress-line.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import classes from './next-course.module.css';
import { nextOf } from './urgency.ts';

type Course = ResponseOf<typeof getUserLearning>['courses'][number];

/** Where a student goes on, one press away from signing in; that everything is done, once it is. */
export function NextCourse({ courses }: { courses: readonly Course[] }) {
  const t = useTranslations('learning');
  const types = useTranslations('learning.types');
  const next = nextOf(courses);
  const studied = courses.filter(({ state }) => state !== null);
  const done = studied.filter(({ state }) => state === 'finished').length;
  const step = next?.next_step;
  if (next && step?.material) {
    const { id, name, theme_color, percent, state } = next;
    return (
      <div className="before-6">
        <NextStepCard course_id={id} step={step} color={theme_color} kind={types(step.material.type)}>
          <p className="quiet flush">{name}</p>
          {state !== 'finished' && <ProgressLine value={percent ?? 0} label={`${t('progress')}: ${name}`} />}
          <div className="cluster gap-4 quiet">
            <Due course={next} />
            <span>{t('done_of', { done, count: studied.length })}</span>
          </div>
        </NextStepCard>
      </div>
    );
  }
  if (done === 0 || done < studied.length) return null;
  return (
    <div className={`${classes.done} before-6`}>
      <p className={`${classes.name} flush`}>{t('all_done')}</p>
      <p className="quiet flush">{t('all_done_text')}</p>
    </div>
  );
}

/** By when the course is due, and how many days that leaves. */
export function Due({ course: { due_at, overdue } }: { course: Pick<Course, 'due_at' | 'overdue'> }) {
  const t = useTranslations('learning');
  const step = useTranslations('step');
  if (!due_at) return null;
  const left = overdue ? null : daysLeft(due_at);
  return (
    <StatusBadge tone={overdue ? 'bad' : 'warning'}>
      {left !== null && left <= 30
        ? t('due_left', { date: dateText(due_at), left: step('days_left', { count: left }) })
        : t(overdue ? 'was_due' : 'due', { date: dateText(due_at) })}
    </StatusBadge>
  );
}
