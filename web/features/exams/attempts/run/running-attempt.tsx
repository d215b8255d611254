import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { getPassedForm } from '#contract/exams/attempts';
import { Button } from '../../../../ui/control/button/button.tsx';
import { call } from '../../../../lib/api/api.ts';
import { codeOf, errorOf, useErrorText } from '../../../../lib/api/errors.ts';
import { changeProfile, refreshProfile } from '../../../../lib/session/session.ts';
import { showWarning } from '../../../../lib/page/toasts.ts';
import { queryClient } from '../../../../lib/api/use-data.ts';
import { AskBeforeLeaving } from '../../../../ui/dialog/ask-before-leaving.tsx';
import { PageSkeleton } from '../../../../ui/state/loaded.tsx';
import { Notice } from '../../../../ui/state/notice.tsx';
import { haveCatalogue } from '../../../../lib/api/catalogue.ts';
import { fetchAhead } from '../../../../lib/page/chunks.ts';
import { later } from '../../../../lib/page/later.tsx';
import { prefetchMessages } from '../../../../lib/words/locale.tsx';
import { AttemptPaper } from '../paper/attempt-paper.tsx';
import { loadUploads } from '../paper/question-card.tsx';
import type { AttemptRun } from './attempt-run.ts';
import { failureOf } from './begin-attempt.ts';
import { endedState, forgetPaper, releaseAttempt } from './held-attempt.ts';
import { waitingIn } from './outbox.ts';
import { resultPath } from '../../../../lib/paths/result-paths.ts';
import { useAttemptRun } from './use-attempt-run.ts';
import type { Result } from '../attempt.ts';

const loadReceipt = () => import('../result/receipt.tsx').then((it) => it.Receipt);
const RECEIPT_WORDS = ['attempt_results', 'certificates'] as const;
const Receipt = later(loadReceipt, { words: RECEIPT_WORDS });
/** What the questions need comes first, and whoever finishes waits for nothing. */
const AHEAD_AFTER_MS = 2000;

interface Props {
  run: AttemptRun;
  course_id: number;
  form_id: number;
  onContinueHere: () => Promise<void>;
  certificate: (result: Result) => ReactNode;
  ask?: Parameters<typeof Receipt>[0]['ask'];
}

/** An attempt in this tab, from its first question to its receipt. */
export function RunningAttempt({ run, course_id, form_id, onContinueHere, certificate, ask }: Props) {
  const t = useTranslations('attempts');
  const navigate = useNavigate();
  const errorText = useErrorText();
  const snapshot = useAttemptRun(run);
  const { phase, finished } = snapshot;
  const { attempt_id, questions } = run.started;
  const waiting = new Set(waitingIn(snapshot.outbox).map(({ question_id }) => question_id));
  /** Numbers of the questions whose last answer the server has not got. */
  const lost = questions.flatMap(({ id }, place) => (waiting.has(id) ? [place + 1] : []));
  const asksForFiles = questions.some(({ type }) => type === 'upload');

  useEffect(() => {
    if (phase !== 'ended') return;
    releaseAttempt(form_id);
    forgetPaper(attempt_id);
    changeProfile({ running_attempt: null });
    void queryClient.invalidateQueries();
    // So that the same address shows the result again.
    if (finished) return void navigate('.', { replace: true, state: endedState(attempt_id) });
    showWarning(errorText({ code: 'time_is_over', params: {} }));
    void navigate(resultPath(course_id, attempt_id), { replace: true });
    // Said once, when it ends.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [phase]);

  useEffect(() => {
    const timer = setTimeout(
      () =>
        fetchAhead(() =>
          Promise.all([
            loadReceipt(),
            prefetchMessages(RECEIPT_WORDS),
            haveCatalogue(),
            asksForFiles && loadUploads(),
          ]),
        ),
      AHEAD_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [asksForFiles]);

  function showResult(): void {
    void queryClient.invalidateQueries();
    // What ended elsewhere nothing calls back into any more.
    void refreshProfile();
    void navigate(resultPath(course_id, attempt_id), { replace: true });
  }
  useElsewhere(phase === 'taken_over', attempt_id, () => {
    releaseAttempt(form_id);
    showResult();
  });

  if (finished)
    return (
      <Suspense fallback={<PageSkeleton />}>
        <Receipt
          course_id={course_id}
          attempt_id={attempt_id}
          form_name={run.started.form_name}
          finished={finished}
          certificate={certificate}
          ask={ask}
        />
      </Suspense>
    );
  return (
    <>
      <LeavingDialog run={run} open={phase === 'running'} />
      <AttemptPaper run={run} snapshot={snapshot}>
        {phase === 'time_up' && (
          <Notice tone="warning" title={t('time_up.title')} alert>
            {snapshot.waiting === 0
              ? t('time_up.text')
              : t(snapshot.offline ? 'time_up.offline' : 'time_up.sending', { count: snapshot.waiting })}
          </Notice>
        )}
        {phase === 'taken_over' && (
          <Notice
            tone="warning"
            title={t('taken_over.title')}
            alert
            action={<ContinueHere onContinue={onContinueHere} onOver={showResult} />}
          >
            {t('taken_over.text')}
            {lost.length > 0 &&
              ` ${t('taken_over.not_arrived', { count: lost.length, numbers: lost.join(', ') })}`}
          </Notice>
        )}
        {phase === 'blocked' && (
          <Notice tone="bad" title={t('blocked.title')} alert>
            {t('blocked.text')}
          </Notice>
        )}
      </AttemptPaper>
    </>
  );
}

const LOOK_EVERY_MS = 10_000;

/** While another window has the attempt: looks whether it has ended there, and says so. */
function useElsewhere(is_elsewhere: boolean, id: number, onEnded: () => void): void {
  const ended = useRef(onEnded);
  useEffect(() => {
    ended.current = onEnded;
  });
  useEffect(() => {
    if (!is_elsewhere) return;
    const look = () =>
      void call(getPassedForm, { params: { id }, quiet: true }).then(
        (result) => result.finished_at !== null && ended.current(),
        () => {},
      );
    const timer = setInterval(look, LOOK_EVERY_MS);
    window.addEventListener('focus', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', look);
    };
  }, [is_elsewhere, id]);
}

function ContinueHere({ onContinue, onOver }: { onContinue: () => Promise<void>; onOver: () => void }) {
  const t = useTranslations('attempts');
  const errorText = useErrorText();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  async function run(): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await onContinue();
    } catch (error) {
      showWarning(errorText(errorOf(error)));
      // It has ended in the other window: what became of it is the result's to say.
      if (codeOf(error) !== null && failureOf(error) !== 'offline') onOver();
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  return (
    <Button loading={busy} onClick={() => void run()}>
      {t('introduction.continue_here')}
    </Button>
  );
}

/** Leaving inside the product is like closing the page: the attempt waits a minute. */
function LeavingDialog({ run, open }: { run: AttemptRun; open: boolean }) {
  const t = useTranslations('attempts.leaving');
  return (
    <AskBeforeLeaving
      when={open}
      title={t('title')}
      text={t('text')}
      confirmLabel={t('leave')}
      cancelLabel={t('stay')}
      danger
      // Every screen says then until when it can be gone back to.
      onLeave={() => void run.close().then(refreshProfile)}
    />
  );
}
