import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import { MarkedPicture } from '../result/answers/marked-picture.tsx';
import { AnswerLines, ToldFeedback } from '../result/told-answers.tsx';
import type { Check, Started } from '../run/attempt-run.ts';
import { type Given, isAnswered } from '../run/outbox.ts';
import { readsAsNumber } from '../../../../lib/words/typed-number.ts';
import classes from './check-panel.module.css';

const TONES = { right: 'good', partly: 'warning', wrong: 'bad' } as const;

export interface CheckProps {
  /** How often each answer is checked. */
  tries: number;
  /** What the last check told. */
  told: Check | undefined;
  isBusy: boolean;
  onCheck: () => void;
}

interface Props extends CheckProps {
  question: Started['questions'][number];
  given: Given;
  locked: boolean;
}

/** Checks an answer at once, and says what came of it; an answer that is settled shows what is right. */
export function CheckPanel({ question, given, locked, tries, told, isBusy, onCheck }: Props) {
  const t = useTranslations('attempts.check');
  const panel = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  const isSettled = told?.settled ?? false;
  // What cannot be a number would only use up a try.
  const isReady =
    isAnswered(given) &&
    (question.type !== 'number' || readsAsNumber(given.response as string, question.unit));

  useEffect(() => {
    if (!told || !pressed.current) return;
    pressed.current = false;
    // The button is gone, and the focus with it.
    if (told.settled) panel.current?.focus({ preventScroll: true });
    // On a phone the bar at the foot would cover what was asked for.
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, [told]);

  function press(): void {
    if (isBusy) return;
    pressed.current = true;
    onCheck();
  }

  return (
    <div>
      {/* Without words it stays in the tree, or what comes first would not be read out. */}
      <div ref={panel} className={`${classes.told} unoutlined`} role="status" tabIndex={-1}>
        {told && <Told question={question} told={told} left={tries - told.tries} />}
      </div>
      {!isSettled && !locked && (
        <div>
          {/* It keeps the focus while it works: a disabled one would lose it. */}
          <Button variant="default" disabled={!isReady} aria-busy={isBusy} onClick={press}>
            {t(isBusy ? 'checking' : told ? 'again' : 'check')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Told({
  question,
  told,
  left,
}: {
  question: Started['questions'][number];
  told: Check;
  left: number;
}) {
  const t = useTranslations('attempts.check');
  const asked = question.answers.map((answer) => ({ ...answer, chosen: false }));
  const shown = { ...question, ...told, answers: told.answers ?? asked };
  return (
    <div className="stack gap-4">
      <p className="flush wraps gap-4">
        <StatusBadge tone={TONES[told.outcome]}>{t(`outcome_${told.outcome}`)}</StatusBadge>
        {!told.settled && <span className="small">{t('left', { count: left })}</span>}
      </p>
      {told.settled && told.outcome !== 'right' && (
        <>
          {shown.marks && <MarkedPicture question={shown} marks={shown.marks} />}
          <AnswerLines question={shown} />
        </>
      )}
      <ToldFeedback question={shown} />
    </div>
  );
}
