import { IconBookmark, IconBookmarkFilled, IconEraser, IconStrikethrough } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { languageOf } from '../../../../lib/words/language-of.ts';
import { RichText } from '../../../../ui/rich-text/rich-text.tsx';
import type { Started } from '../run/attempt-run.ts';
import classes from './question-card.module.css';
import { QuestionFiles } from '../question-files.tsx';
import { MathText } from '../../../../ui/rich-text/math-text.tsx';

interface Props {
  question: Started['questions'][number];
  index: number;
  total: number;
  chosen: readonly number[];
  marked: boolean;
  /** Required, and handing in was tried without its answer. */
  missing: boolean;
  locked: boolean;
  onToggle: (answer_id: number) => void;
  onClear: () => void;
  onMark: () => void;
  /** Answers that the student ruled out for themselves; nothing of it is sent. */
  struck?: ReadonlySet<number>;
  onStrike?: (answer_id: number) => void;
}

/** A question with its answers: radio buttons for one right answer, checkboxes for several. */
export function QuestionCard(props: Props) {
  const { question, index, total, chosen, marked, missing, locked } = props;
  const t = useTranslations('attempts.question');
  const several = question.multiple_right_answers;
  const Mark = marked ? IconBookmarkFilled : IconBookmark;
  return (
    <fieldset
      className={`${classes.card} faults unoutlined`}
      data-question={index}
      lang={languageOf([question.title, ...question.answers.map(({ title }) => title)].join(' '))}
      tabIndex={-1}
      aria-invalid={missing || undefined}
      aria-describedby={`hint-${question.id}`}
    >
      <legend className={classes.legend}>
        <span className={classes.number}>
          {t('number', { number: index + 1, total })}
          {question.points !== undefined && ` · ${t('points', { count: question.points })}`}
        </span>
        <span className={classes.title}>
          <MathText>{question.title}</MathText>
          {question.required && (
            <span className="bad" title={t('required')}>
              <span aria-hidden> *</span>
              <span className="unseen"> ({t('required')})</span>
            </span>
          )}
        </span>
      </legend>
      {question.description && (
        <div className={classes.description}>
          <RichText html={question.description} />
        </div>
      )}
      {question.files.length > 0 && <QuestionFiles files={question.files} />}
      <p className={classes.hint} id={`hint-${question.id}`}>
        {several ? t('several') : t('single')}
        {missing && <strong className="bad"> {t('required_missing')}</strong>}
      </p>
      <div className="stack gap-4">
        {question.answers.map((answer, place) => (
          <div
            key={answer.id}
            className={classes.line}
            data-struck={props.struck?.has(answer.id) || undefined}
          >
            <label className={`${classes.answer} lit picks ringed locks`} data-locked={locked || undefined}>
              <input
                type={several ? 'checkbox' : 'radio'}
                name={`question-${question.id}`}
                className={`${classes.input} unoutlined`}
                checked={chosen.includes(answer.id)}
                disabled={locked}
                onChange={() => props.onToggle(answer.id)}
              />
              <span className={classes.answerText}>
                <MathText>{answer.title}</MathText>
                {props.struck?.has(answer.id) && <span className="unseen"> ({t('struck')})</span>}
              </span>
              {place < 9 && (
                <kbd className={classes.key} aria-hidden>
                  {place + 1}
                </kbd>
              )}
            </label>
            {props.onStrike && (
              <button
                type="button"
                className={`${classes.strike} lit ${props.struck?.has(answer.id) ? 'accent' : 'dim'}`}
                aria-label={t('strike', { answer: answer.title })}
                aria-pressed={props.struck?.has(answer.id) ?? false}
                disabled={locked}
                onClick={() => props.onStrike?.(answer.id)}
              >
                <IconStrikethrough size={18} aria-hidden />
              </button>
            )}
          </div>
        ))}
      </div>
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
          className={`${classes.tool} ${classes.clear} lit-up`}
          disabled={chosen.length === 0 || locked}
          onClick={props.onClear}
        >
          <IconEraser size={18} aria-hidden />
          {t('clear')}
        </button>
      </div>
    </fieldset>
  );
}
