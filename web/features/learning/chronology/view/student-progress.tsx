import type { getProgram } from '#contract/learning/programs';
import type { ResponseOf } from '#contract/platform';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Panel } from '../../../../ui/page/panel.tsx';
import { ProgressLine } from '../../../../ui/state/progress-line.tsx';
import type { Chronology, Item } from '../chronology.ts';
import { useOwnWords } from '../item-words.ts';
import classes from './student-progress.module.css';
import { pathOf } from './timeline.tsx';

/** A course of the program, with the student's own state. */
export type Course = Pick<ResponseOf<typeof getProgram>['courses'][number], 'id' | 'name' | 'state'>;

/**
 * How far the student has come, and what to do next: what is late comes first, then the order of the timeline. Courses
 * outside of it count as well, and come after.
 */
export function StudentProgress({ chronology, courses }: { chronology: Chronology; courses: Course[] }) {
  const t = useTranslations('chronology');
  const items = chronology.stages.flatMap((stage) => stage.items).filter(({ own }) => own !== null);
  const required = items.filter(({ required: counts, canceled }) => counts && !canceled);
  const placed = new Set(items.map(({ course_id }) => course_id));
  const outside = courses.filter(({ id }) => !placed.has(id));
  const left = outside.filter(({ state }) => state !== 'finished');
  const total = required.length + outside.length;
  const done = required.filter(({ own }) => own!.state === 'done').length + outside.length - left.length;
  const isDone = done === total;
  const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
  const next =
    items.find(({ own }) => own!.state === 'overdue') ??
    items.find(({ own }) => own!.state === 'in_progress') ??
    (isDone ? undefined : items.find(({ own }) => own!.state === 'open'));
  return (
    <div className="before-7">
      <Panel>
        <div className={classes.progress}>
          <ProgressLine value={percent} label={t('progress')} />
          <span>{t('done_of', { done, total })}</span>
        </div>
        {next ? (
          <Next item={next} time_zone={chronology.time_zone} />
        ) : left[0] ? (
          <NextCourse course={left[0]} />
        ) : (
          <Resting items={items} done={isDone} time_zone={chronology.time_zone} />
        )}
      </Panel>
    </div>
  );
}

function Next({ item, time_zone }: { item: Item; time_zone: string }) {
  const words = useOwnWords(time_zone);
  const own = item.own!;
  return (
    <NextStep name={item.name} to={pathOf(item)} begins={own.state === 'open' || item.webinar_id !== null}>
      <p className="note late" data-late={own.overdue || undefined}>
        {words.due(own)}
      </p>
    </NextStep>
  );
}

const NextCourse = ({ course: { id, name, state } }: { course: Course }) => (
  <NextStep name={name} to={`/course/${id}`} begins={state === 'new'} />
);

interface NextStepProps {
  name: string;
  to: string;
  begins: boolean;
  children?: ReactNode;
}

function NextStep({ name, to, begins, children }: NextStepProps) {
  const t = useTranslations('chronology');
  return (
    <div className={classes.next}>
      <div className="shrinks">
        <p className="note">{t('next')}</p>
        <p className={classes.name}>{name}</p>
        {children}
      </div>
      <Button component={Link} to={to}>
        {t(begins ? 'begin' : 'go_on')}
      </Button>
    </div>
  );
}

/** Nothing can be done now: everything is done, or what is locked says when it opens. */
function Resting({ items, done, time_zone }: { items: Item[]; done: boolean; time_zone: string }) {
  const t = useTranslations('chronology');
  const words = useOwnWords(time_zone);
  const locked = items.find(({ own, canceled }) => own!.state === 'locked' && !canceled);
  return (
    <div className="shrinks">
      <p className={classes.name}>{t(done ? 'all_done' : 'nothing_open')}</p>
      <p className="note late">
        {done ? t('all_done_text') : locked && `${locked.name}: ${words.reason(locked.own!)}`}
      </p>
    </div>
  );
}
