import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Panel } from '../../../../ui/page/panel.tsx';
import { ProgressLine } from '../../../../ui/state/progress-line.tsx';
import type { Chronology, Item } from '../chronology.ts';
import { useOwnWords } from '../item-words.ts';
import classes from './student-progress.module.css';
import { pathOf } from './timeline.tsx';

/** How far the student has come, and what to do next: what is late comes first, then the order of the timeline. */
export function StudentProgress({ chronology }: { chronology: Chronology }) {
  const t = useTranslations('chronology');
  const items = chronology.stages.flatMap((stage) => stage.items).filter(({ own }) => own !== null);
  const required = items.filter(({ required: counts, canceled }) => counts && !canceled);
  const done = required.filter(({ own }) => own!.state === 'done').length;
  const isDone = done === required.length;
  const percent = required.length === 0 ? 100 : Math.floor((100 * done) / required.length);
  const next =
    items.find(({ own }) => own!.state === 'overdue') ??
    items.find(({ own }) => own!.state === 'in_progress') ??
    (isDone ? undefined : items.find(({ own }) => own!.state === 'open'));
  return (
    <div className="before-7">
      <Panel>
        <div className={classes.progress}>
          <ProgressLine value={percent} label={t('progress')} />
          <span>{t('done_of', { done, total: required.length })}</span>
        </div>
        {next ? (
          <Next item={next} time_zone={chronology.time_zone} />
        ) : (
          <Resting items={items} done={isDone} time_zone={chronology.time_zone} />
        )}
      </Panel>
    </div>
  );
}

function Next({ item, time_zone }: { item: Item; time_zone: string }) {
  const t = useTranslations('chronology');
  const words = useOwnWords(time_zone);
  const own = item.own!;
  return (
    <div className={classes.next}>
      <div className="shrinks">
        <p className="note">{t('next')}</p>
        <p className={classes.name}>{item.name}</p>
        <p className="note late" data-late={own.overdue || undefined}>
          {words.due(own)}
        </p>
      </div>
      <Button component={Link} to={pathOf(item)}>
        {t(own.state === 'open' || item.webinar_id ? 'begin' : 'go_on')}
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
