import { formIntroduction, numberOfStatus } from '#contract/exams/attempts';
import type { ResponseOf } from '#contract/platform';
import { IconClockHour4, IconListCheck, IconRepeat, IconTarget } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { StartTerms, useTermNotes } from './start-terms.tsx';
import { AccessCode } from './access-code.tsx';
import { dateTimeText, timeText } from '../../../lib/words/dates.ts';
import { codeOf, errorOf, useErrorText } from '../../../lib/api/errors.ts';
import { showWarning } from '../../../lib/page/toasts.ts';
import { queryClient, useData } from '../../../lib/api/use-data.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { TestBadge } from '../../../ui/step/test-badge.tsx';
import { beginAttempt } from './run/begin-attempt.ts';
import classes from './form-introduction.module.css';
import { IntroductionSkeleton } from './introduction-skeleton.tsx';
import { type Begun, heldAttempt } from './run/held-attempt.ts';
import { useProfile } from '../../../lib/session/session.ts';
import { resultPath } from '../../../lib/paths/result-paths.ts';

type Introduction = ResponseOf<typeof formIntroduction>;

const REOPENED = numberOfStatus('reopened');
const REJECTED = numberOfStatus('rejected');
const CANCELED = numberOfStatus('canceled');

interface Props {
  form_id: number;
  /** The attempt has been started, or continued here. */
  onBegun: (begun: Begun) => void;
  /** What may be asked for where no attempt is left. */
  ask?: ((form_id: number) => ReactNode) | undefined;
}

/** What a student is told before a test or exam, and the way into it. */
export function FormIntroduction({ form_id, onBegun, ask }: Props) {
  const query = useData(formIntroduction, { params: { id: form_id } });
  return (
    <Loaded query={query} skeleton={<IntroductionSkeleton />}>
      {(introduction) => <Introduced introduction={introduction} onBegun={onBegun} ask={ask} />}
    </Loaded>
  );
}

function Introduced({
  introduction,
  onBegun,
  ask,
}: { introduction: Introduction } & Pick<Props, 'onBegun' | 'ask'>) {
  const t = useTranslations('attempts.introduction');
  const { minutes, questions, attempts_used, attempts_allowed, passing_score, passing_score_type } =
    introduction;
  const extra = introduction.start_terms.extra_minutes;
  const left = attempts_allowed === null ? null : Math.max(0, attempts_allowed - attempts_used);
  return (
    <section className={classes.sheet}>
      {introduction.description && <p className={classes.description}>{introduction.description}</p>}
      <dl className={classes.facts}>
        <Fact
          icon={<IconListCheck aria-hidden />}
          label={t('questions')}
          value={t('question_count', { count: questions })}
        />
        <Fact
          icon={<IconClockHour4 aria-hidden />}
          label={t('time')}
          value={
            extra > 0 && introduction.timed
              ? t('minutes_more', { minutes: t('minutes', { count: minutes }), extra })
              : t(introduction.timed ? 'minutes' : 'untimed', { count: minutes + extra })
          }
        />
        <Fact
          icon={<IconTarget aria-hidden />}
          label={t('passing')}
          value={
            passing_score_type === 'points'
              ? t('points', { count: passing_score })
              : t('percent', { percent: passing_score })
          }
        />
        <Fact
          icon={<IconRepeat aria-hidden />}
          label={t('attempts')}
          value={
            left === null
              ? t('attempts_unlimited', { used: attempts_used })
              : t('attempts_used', { used: attempts_used, allowed: attempts_allowed! })
          }
        />
      </dl>
      <Notes introduction={introduction} />
      <Way introduction={introduction} left={left} onBegun={onBegun} ask={ask} />
    </section>
  );
}

/** What else a student wants to know before the start. */
function Notes({ introduction }: { introduction: Introduction }) {
  const t = useTranslations('attempts.introduction');
  const check = useTranslations('attempts.check');
  const {
    publishes_at_once,
    by_hand,
    forbids_copying,
    tries_per_question,
    certifies,
    attempts_used,
    attempts_left,
    state,
    waits_for,
    passed_for_good,
  } = introduction;
  const terms = useTermNotes(introduction);
  // Passed, but not for good: its certificate has expired.
  const renews = state === 'passed' && !passed_for_good;
  const notes = [
    ...terms,
    attempts_left === 1 && waits_for === null && t(attempts_used === 0 ? 'note_only' : 'note_last'),
    !publishes_at_once && t('note_withheld'),
    publishes_at_once && by_hand && t('note_by_hand'),
    tries_per_question !== null && check('note', { tries: tries_per_question }),
    forbids_copying && t('note_copying'),
    certifies && !renews && t('note_certificate'),
  ].filter((note) => note !== false);
  if (notes.length === 0 && state === 'assigned') return null;
  return (
    <div className="stack gap-4">
      {renews ? (
        <Notice tone="warning" title={t('renew_title')}>
          {t('renew_text')}
        </Notice>
      ) : (
        state !== 'assigned' && (
          <div>
            <TestBadge state={state} />
          </div>
        )
      )}
      {notes.length > 0 && (
        <ul className="points">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Fact({ icon, label, value }: { icon: ReactNode; label: string; value: string }) {
  return (
    <div className={`${classes.fact} terms`}>
      {icon}
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Way({
  introduction,
  left,
  onBegun,
  ask,
}: {
  introduction: Introduction;
  left: number | null;
} & Pick<Props, 'onBegun' | 'ask'>) {
  const t = useTranslations('attempts.introduction');
  const [asking, setAsking] = useState(false);
  const [code, setCode] = useState('');
  const begin = useBegin(introduction.form_id, onBegun);
  const ends_at = useProfile().running_attempt?.ends_at;
  const { running_attempt_id, last_attempt_id, course_id, status, decision } = introduction;
  const [opened] = useState(() => Date.now());
  const isOverdue = !!decision?.due_at && Date.parse(decision.due_at) < opened;
  const ends = endBeforeTime(introduction);
  const result = last_attempt_id !== null && (
    <Button component={Link} to={resultPath(course_id, last_attempt_id)} variant="default">
      {t('last_result')}
    </Button>
  );

  if (running_attempt_id !== null) {
    // This very tab may have it: then there is no other window.
    const isLeft =
      heldAttempt(introduction.form_id)?.attempt_id === running_attempt_id && ends_at !== undefined;
    return (
      <Notice
        tone="warning"
        title={t(isLeft ? 'left_title' : 'running_title')}
        action={
          <Button loading={begin.busy} onClick={() => begin.run(true)}>
            {t(isLeft ? 'return' : 'continue_here')}
          </Button>
        }
      >
        {isLeft ? t('left_text', { time: timeText(ends_at) }) : t('running_text')}
      </Notice>
    );
  }
  if (introduction.locked)
    return (
      <Notice tone="neutral" title={t('locked_title')}>
        {t('locked_text')}
      </Notice>
    );
  if (status === CANCELED || (status === REJECTED && decision)) {
    const kind = status === CANCELED ? 'canceled' : 'rejected';
    return (
      <>
        <Notice tone="warning" title={t(`${kind}_title`)} action={result}>
          {t(`${kind}_text`, { reason: decision?.reason ?? '—' })}
        </Notice>
        {kind === 'rejected' && ask?.(introduction.form_id)}
      </>
    );
  }
  const inReview = introduction.waits_for === 'in_review' && (
    <Notice tone="neutral" title={t('review_title')} action={result}>
      {t('review_text')}
    </Notice>
  );
  if (inReview && left === 0) return inReview;
  if (left === 0 || status === REJECTED) {
    return (
      <>
        <Notice tone="neutral" title={t('exhausted_title')} action={result}>
          {!introduction.passed_for_good && t('exhausted_text')}
        </Notice>
        {!introduction.passed_for_good && ask?.(introduction.form_id)}
      </>
    );
  }
  if (introduction.start_terms.waits_for)
    return <StartTerms terms={introduction.start_terms} action={result || inReview} />;
  return (
    <div className="wraps gap-5 fills">
      {status === REOPENED && decision && (
        <div className="own-line">
          <Notice tone={isOverdue ? 'warning' : 'good'} title={t('reopened_title')}>
            <p>{decision.reason}</p>
            {decision.due_at && (
              <p className="medium">
                {t(isOverdue ? 'reopened_overdue' : 'reopened_until', { due: dateTimeText(decision.due_at) })}
              </p>
            )}
          </Notice>
        </div>
      )}
      {inReview && <div className="own-line">{inReview}</div>}
      <Button
        size="lg"
        // Whoever has passed goes on with the course; another try is a choice.
        {...((inReview || introduction.passed_for_good) && { variant: 'default' })}
        onClick={() => setAsking(true)}
      >
        {introduction.attempts_used > 0 ? t('start_again') : t('start')}
      </Button>
      {!inReview && result}
      <ConfirmDialog
        opened={asking}
        title={t('confirm_title')}
        text={
          <>
            <ul className="points">
              {left !== null && <li>{t('confirm_attempt_left', { left: left - 1 })}</li>}
              <li>
                {ends
                  ? t('confirm_ends', { date: dateTimeText(ends) })
                  : t(introduction.timed ? 'confirm_timer' : 'confirm_untimed', {
                      count: introduction.minutes + introduction.start_terms.extra_minutes,
                    })}
              </li>
              <li>{t('confirm_close')}</li>
            </ul>
            {(introduction.start_terms.needs_code || begin.refused) && (
              <AccessCode
                value={code}
                refused={begin.refused}
                onChange={setCode}
                onEnter={() => begin.run(false, code)}
              />
            )}
          </>
        }
        confirmLabel={t('confirm')}
        busy={begin.busy}
        onConfirm={() => begin.run(false, code)}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}

/** When the window ends an attempt that started now before its time is up; null: it has its time. */
function endBeforeTime({ start_terms: { ends_at, extra_minutes }, minutes }: Introduction): string | null {
  const time = (minutes + extra_minutes) * 60_000;
  return ends_at !== null && Date.parse(ends_at) < Date.now() + time ? ends_at : null;
}

const CODE_REFUSALS = ['access_code_required', 'wrong_access_code'] as const;

function useBegin(form_id: number, onBegun: (begun: Begun) => void) {
  const errorText = useErrorText();
  const [refused, setRefused] = useState<string | null>(null);
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  async function run(take_over: boolean, access_code: string): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      onBegun(await beginAttempt(form_id, take_over, { access_code }));
    } catch (error) {
      // Said at the field, where it is typed once more.
      if (CODE_REFUSALS.some((code) => code === codeOf(error))) {
        setRefused(errorText(errorOf(error)));
        return;
      }
      showWarning(errorText(errorOf(error)));
      // Started in another window meanwhile, or by a call whose answer was lost: offer to continue it.
      if (codeOf(error) !== 'internal') await queryClient.invalidateQueries();
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  return { run: (take_over: boolean, access_code = '') => void run(take_over, access_code), busy, refused };
}
