import { listResults } from '#contract/exams/results';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { errorOf, useErrorText } from '../../../../lib/api/errors.ts';
import { showWarning } from '../../../../lib/page/toasts.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { Notice } from '../../../../ui/state/notice.tsx';
import { publishSoon, usePublishedSoon, useSent } from './publish-soon.ts';
import classes from './result-screen.module.css';
import type { Result } from '../attempt.ts';
import { resultPath, resultsPath } from '../../../../lib/paths/result-paths.ts';
import { usePressed } from '../../../../lib/page/keys.ts';

/** Tells staff that the student does not see this result yet, lets them show it and go on with the next one. */
export function PublishNotice({ result }: { result: Result }) {
  const t = useTranslations('attempt_results.result');
  const errorText = useErrorText();
  const { id, form_id, course } = result;
  const isPublishing = usePublishedSoon() === id;
  const { previous, next, place, total, go } = useReviewed(result);

  function publish(andNext: boolean): void {
    if (isPublishing) return;
    publishSoon(
      { attempt_id: id, form_id, course_id: course.id },
      {
        done: t('published_now'),
        undo: t('publish_undo'),
        onFail: (error) => showWarning(errorText(errorOf(error))),
      },
    );
    if (andNext) go(next ?? previous);
  }

  usePressed((event: KeyboardEvent) => {
    const isNext = event.altKey && event.key === 'PageDown';
    const isPrevious = event.altKey && event.key === 'PageUp';
    const isPublish = (event.ctrlKey || event.metaKey) && event.key === 'Enter';
    // A note that is being written is saved by the same keys.
    const isWriting = event.target instanceof HTMLTextAreaElement;
    if (isPublish && !isWriting) publish(true);
    else if (isNext && next !== null) go(next);
    else if (isPrevious && previous !== null) go(previous);
    else return;
    event.preventDefault();
  });

  return (
    <Notice
      tone={isPublishing ? 'good' : 'warning'}
      title={t(isPublishing ? 'publishing' : 'student_waits')}
      action={
        <div className={`${classes.review} off-paper`}>
          {total > 1 && (
            <>
              <Button variant="default" disabled={previous === null} onClick={() => go(previous)}>
                {t('previous')}
              </Button>
              <Button variant="default" disabled={next === null} onClick={() => go(next)}>
                {t('next')}
              </Button>
            </>
          )}
          {!isPublishing && (
            <>
              <Button variant={total > 1 ? 'default' : 'filled'} onClick={() => publish(false)}>
                {t('publish')}
              </Button>
              {total > 1 && <Button onClick={() => publish(true)}>{t('publish_next')}</Button>}
            </>
          )}
        </div>
      }
    >
      {t(isPublishing ? 'publishing_text' : 'student_waits_text')}
      {total > 1 && place !== null && (
        <>
          {' '}
          {t('review_place', { place, total })} <span className="fine">{t('review_keys')}</span>
        </>
      )}
    </Notice>
  );
}

/** By what the results of the same test are read that wait, in the order in which they ended. */
export const reviewedWith = ({ form_id, course }: Result) =>
  ({
    params: { id: course.id, formId: form_id },
    query: { state: 'in_review', ordering: 'finished_at', page_size: 100 },
  }) as const;

function useReviewed(result: Result) {
  const { id, form_id, course } = result;
  const navigate = useNavigate();
  const pending = usePublishedSoon();
  const sent = useSent();
  const { data } = useData(listResults, reviewedWith(result));
  const ids = (data?.results ?? [])
    .flatMap(({ attempt_id, actions }) =>
      attempt_id !== null && actions.includes('publish') ? [attempt_id] : [],
    )
    .filter((one) => one === id || (one !== pending && !sent.has(one)));
  const at = ids.indexOf(id);
  const idAt = (place: number) => (at === -1 ? null : (ids[place] ?? null));
  return {
    previous: idAt(at - 1),
    next: idAt(at + 1),
    place: at === -1 ? null : at + 1,
    total: ids.length,
    go: (to: number | null) => {
      if (to !== null) void navigate(resultPath(course.id, to));
      else if (ids.length > 0) void navigate(resultsPath(course.id, form_id));
    },
  };
}
