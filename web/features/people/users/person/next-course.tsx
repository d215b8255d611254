import type { ResponseOf } from '#contract/platform';
import type { getUserLearning } from '#contract/insight/statistics';
import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { dateText } from '../../../../lib/words/dates.ts';
import { ProgressLine } from '../../../../ui/state/progress-line.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import classes from './next-course.module.css';
import { nextOf } from './urgency.ts';

type Course = ResponseOf<typeof getUserLearning>['courses'][number];

/** Where a student goes on, one press away from signing in; that everything is done, once it is. */
export function NextCourse({ courses }: { courses: readonly Course[] }) {
  const t = useTranslations('learning');
  const next = nextOf(courses);
  const studied = courses.filter(({ state }) => state !== null);
  const done = studied.filter(({ state }) => state === 'finished').length;
  if (!next) {
    if (done === 0 || done < studied.length) return null;
    return (
      <div className={classes.done}>
        <p className={`${classes.name} flush`}>{t('all_done')}</p>
        <p className="quiet flush">{t('all_done_text')}</p>
      </div>
    );
  }
  const begun = next.state === 'in_progress';
  return (
    <section className={classes.next} style={{ '--theme': next.theme_color } as CSSProperties}>
      <div className={classes.words}>
        <p className="quiet flush">{t(begun ? 'go_on_with' : 'begin_with')}</p>
        <h2 className={`${classes.name} flush`}>{next.name}</h2>
        <div className="cluster gap-4 quiet">
          {next.due_at && (
            <StatusBadge tone={next.overdue ? 'bad' : 'warning'}>
              {t(next.overdue ? 'was_due' : 'due', { date: dateText(next.due_at) })}
            </StatusBadge>
          )}
          <span>{t('done_of', { done, count: studied.length })}</span>
        </div>
        <ProgressLine value={next.percent ?? 0} label={t('progress')} />
      </div>
      <Button
        component={Link}
        to={`/course/${next.id}`}
        size="lg"
        className={`${classes.go} narrow-line`}
        rightSection={<IconArrowRight size={20} aria-hidden />}
      >
        {t(begun ? 'go_on' : 'begin')}
      </Button>
    </section>
  );
}
