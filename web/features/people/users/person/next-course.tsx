import type { ResponseOf } from '#contract/platform';
import type { getUserLearning } from '#contract/insight/statistics';
import { useTranslations } from 'use-intl';
import { DueBadge } from '../../../../ui/step/due-badge.tsx';
import { NextStepCard } from '../../../../ui/step/next-step.tsx';
import { ProgressLine } from '../../../../ui/state/progress-line.tsx';
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
            <DueBadge due={next} />
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
