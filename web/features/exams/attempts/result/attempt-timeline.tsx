import { attemptTimeline } from '#contract/exams/attempts';
import type { ResponseOf } from '#contract/platform';
import { useTranslations } from 'use-intl';
import { dateTimeText, timeText } from '../../../../lib/words/dates.ts';
import { useNumbers } from '../../../../lib/words/numbers.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { Panel } from '../../../../ui/page/panel.tsx';
import { Notice } from '../../../../ui/state/notice.tsx';
import type { Result } from '../attempt.ts';
import classes from './attempt-timeline.module.css';

type Event = ResponseOf<typeof attemptTimeline>['events'][number];

/** What happened around an attempt, in the same words for the student and for those who teach. */
export function AttemptTimeline({ id }: { id: number }) {
  const t = useTranslations('attempt_results.timeline');
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

/** What a connection that was away took: answers that came when the attempt had ended. */
export function LateAnswers({ result, own }: { result: Result; own: boolean }) {
  const t = useTranslations('attempt_results.timeline');
  const { data } = useData(attemptTimeline, { params: { id: result.id } });
  const late = data?.events.find(({ kind }) => kind === 'late_answers');
  if (!late) return null;
  const questions = late.question_ids ?? [];
  const numbers = (result.score_explanation ?? []).flatMap(({ id }, place) =>
    questions.includes(id) ? [place + 1] : [],
  );
  return (
    <Notice tone="warning" title={t('late_title')}>
      {t(own ? 'late_own' : 'late_staff', {
        count: questions.length,
        from: timeText(late.began_at),
        to: timeText(late.ended_at ?? late.began_at),
        numbers:
          numbers.length > 0 ? t('late_numbers', { count: numbers.length, numbers: numbers.join(', ') }) : '',
      })}
    </Notice>
  );
}

function Words({ event: { kind, began_at, ended_at, amount, question_ids } }: { event: Event }) {
  const t = useTranslations('attempt_results.timeline');
  const total = ended_at ? Math.round((Date.parse(ended_at) - Date.parse(began_at)) / 1000) : 0;
  const { duration: inWords } = useNumbers();
  const duration = inWords(total);
  const count = question_ids?.length ?? amount ?? 0;
  return (
    <span>
      {t(kind, { duration, count, time: timeText(ended_at ?? began_at), at: dateTimeText(began_at) })}
    </span>
  );
}
