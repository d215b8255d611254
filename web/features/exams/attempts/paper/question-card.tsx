import { IconBookmark, IconBookmarkFilled, IconEraser } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { later, laterOver } from '../../../../lib/page/later.tsx';
import { prefetchMessages } from '../../../../lib/words/locale.tsx';
import { languageOf } from '../../../../lib/words/language-of.ts';
import { RichText } from '../../../../ui/rich-text/rich-text.tsx';
import type { Started } from '../run/attempt-run.ts';
import { type Given, isAnswered, NOTHING } from '../run/outbox.ts';
import { ChoiceAnswers } from './answers/choice-answers.tsx';
import { EssayAnswer } from './answers/essay-answer.tsx';
import { GapsAnswer } from './answers/gaps-answer.tsx';
import { HotspotAnswer } from './answers/hotspot-answer.tsx';
import { MatchAnswer } from './answers/match-answer.tsx';
import { OrderAnswer } from './answers/order-answer.tsx';
import { TypedAnswer } from './answers/typed-answer.tsx';
import { CheckPanel, type CheckProps } from './check-panel.tsx';
import classes from './question-card.module.css';
import { filesBelow, QuestionFiles } from '../question-files.tsx';
import { Skeleton } from '../../../../ui/state/skeleton.tsx';
import { MathText } from '../../../../ui/rich-text/math-text.tsx';

const loadUploadAnswer = () => import('./answers/upload-answer.tsx').then((it) => it.UploadAnswer);
const UPLOAD_WORDS = ['files', 'handins'] as const;
/** Nobody else needs what sends files. */
const UploadAnswer = later(loadUploadAnswer, { words: UPLOAD_WORDS });
/** What sends files, before the question comes that asks for them: the connection may be lost by then. */
export const loadUploads = (): Promise<unknown> =>
  Promise.all([loadUploadAnswer(), prefetchMessages(UPLOAD_WORDS)]);

/** Whoever has one device has none of it. */
const OverwrittenText = laterOver(() => import('./answers/overwritten-text.tsx'), {
  words: ['overwritten'],
});

interface Props {
  question: Started['questions'][number];
  index: number;
  total: number;
  given: Given;
  marked: boolean;
  /** Required, and handing in was tried without its answer. */
  missing: boolean;
  locked: boolean;
  onAnswer: (given: Given) => void;
  onMark: () => void;
  /** Answers that the student ruled out for themselves; nothing of it is sent. */
  struck?: ReadonlySet<number>;
  onStrike?: (answer_id: number) => void;
  /** A text of this browser in whose place another was written elsewhere. */
  overwritten?: string | undefined;
  onSettleText?: (take: boolean) => void;
  /** Where answers are checked while the test is taken. */
  check?: CheckProps | undefined;
}

/** How each type of question is answered. */
function Answers({
  struck,
  onStrike,
  check: _check,
  overwritten: _text,
  onSettleText: _settle,
  ...props
}: Props & { lang: string | undefined }) {
  switch (props.question.type) {
    case 'short_answer':
    case 'number':
      return <TypedAnswer {...props} />;
    case 'essay':
      return <EssayAnswer {...props} />;
    case 'upload':
      return (
        <Suspense fallback={<Skeleton height={76} />}>
          <UploadAnswer {...props} />
        </Suspense>
      );
    case 'ordering':
      return <OrderAnswer {...props} />;
    case 'matching':
      return <MatchAnswer {...props} />;
    case 'gaps':
      return <GapsAnswer {...props} />;
    case 'hotspot':
      return <HotspotAnswer {...props} />;
    case 'choice':
      return <ChoiceAnswers {...props} struck={struck} onStrike={onStrike} />;
  }
}

/** A question as it is asked, with its answers. */
export function QuestionCard(props: Props) {
  const { question, index, total, given, marked, missing, check } = props;
  // What was checked for the last time stays as it is, and so does what is being checked.
  const locked = props.locked || (check?.isBusy ?? false) || (check?.told?.settled ?? false);
  const t = useTranslations('attempts.question');
  const kind = question.type === 'choice' && question.multiple_right_answers ? 'several' : question.type;
  // Of what the author wrote alone: the words around it are the interface's.
  const lang = languageOf(
    [question.title, question.gap_text ?? '', ...question.answers.map(({ title }) => title)].join(' '),
  );
  const Mark = marked ? IconBookmarkFilled : IconBookmark;
  return (
    <fieldset
      className={`${classes.card} faults unoutlined`}
      data-question={index}
      tabIndex={-1}
      aria-invalid={missing || undefined}
      // By the legend alone the last word of the number and the first of the title are read as one.
      aria-labelledby={`number-${question.id} title-${question.id}`}
      aria-describedby={`hint-${question.id}`}
    >
      <legend className={classes.legend}>
        <span className={classes.number} id={`number-${question.id}`}>
          {t('number', { number: index + 1, total })}
          {question.points !== undefined && ` · ${t('points', { count: question.points })}`}
        </span>
        <span className={classes.title} id={`title-${question.id}`}>
          <span lang={lang}>
            <MathText>{question.title}</MathText>
          </span>
          {question.required && (
            <span className="bad" title={t('required')}>
              <span aria-hidden> *</span>
              <span className="unseen"> ({t('required')})</span>
            </span>
          )}
        </span>
      </legend>
      {question.description && (
        <div className={classes.description} lang={lang}>
          <RichText html={question.description} />
        </div>
      )}
      <QuestionFiles files={filesBelow(question)} />
      <p className={classes.hint} id={`hint-${question.id}`}>
        {t(`hints.${kind}`)}
        {missing && <strong className="bad"> {t('required_missing')}</strong>}
      </p>
      {props.overwritten !== undefined && !locked && props.onSettleText && (
        <OverwrittenText text={props.overwritten} onSettle={props.onSettleText} />
      )}
      <Answers {...props} lang={lang} locked={locked} />
      {check && <CheckPanel question={question} given={given} locked={props.locked} {...check} />}
      <div className="wraps gap-4 after-6">
        <button
          type="button"
          className={`${classes.tool} lit-up`}
          aria-pressed={marked}
          onClick={props.onMark}
        >
          <Mark size={18} aria-hidden />
          {t('mark')}
        </button>
        {/* Its place is kept, so that an answer moves nothing. */}
        <button
          type="button"
          className={`${classes.tool} keeps-place lit-up`}
          disabled={!isAnswered(given) || locked}
          onClick={(event) => {
            // It goes with what it cleared: the focus stays at the question.
            event.currentTarget.closest('fieldset')?.focus({ preventScroll: true });
            props.onAnswer(NOTHING);
          }}
        >
          <IconEraser size={18} aria-hidden />
          {t('clear')}
        </button>
      </div>
    </fieldset>
  );
}
