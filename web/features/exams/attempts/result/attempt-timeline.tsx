import { attemptTimeline } from '#contract/exams/attempts';
import type { ResponseOf } from '#contract/platform';
import { useTranslations } from 'use-intl';
import { timeText } from '../../../../lib/words/dates.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { Panel } from '../../../../ui/page/panel.tsx';
import classes from './attempt-timeline.module.css';

type Event = ResponseOf<typeof attemptTimeline>['events'][number];

/** What happened around an attempt, in the same words for the student and for those who teach. */
export function AttemptTimeline({ id }: { id: number }) {
  const t = useTranslations('attempts.timeline');
  const query = useData(attemptTimeline, { params: { id } });
  return (
    <Loaded query={query}>
      {({ events }) =>
        events.length > 0 && (
          <Panel title={t('title')}>
            <p className={classes.text}>{t('text')}</p>
            <ol className="stack plain gap-4">
              {events.map((event) => (
                <li key={`${event.kind} ${event.began_at}`} className={classes.event}>
                  <time className={classes.time} dateTime={event.began_at}>
                    {timeText(event.began_at)}
                  </time>
                  <Words event={event} />
                </li>
              ))}
            </ol>
          </Panel>
        )
      }
    </Loaded>
  );
}

function Words({ event: { kind, began_at, ended_at, amount } }: { event: Event }) {
  const t = useTranslations('attempts.timeline');
  const total = ended_at ? Math.round((Date.parse(ended_at) - Date.parse(began_at)) / 1000) : 0;
  const [minutes, seconds] = [Math.floor(total / 60), total % 60];
  const duration = minutes > 0 ? t('minutes_seconds', { minutes, seconds }) : t('seconds', { seconds });
  return <span>{t(kind, { duration, count: amount ?? 0 })}</span>;
}
