import { IconStrikethrough } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { MathText, useSigns } from '../../../../../ui/rich-text/math-text.tsx';
import classes from '../question-card.module.css';
import { type AnswersProps, toggled } from './answers.ts';

interface Props extends AnswersProps {
  /** Answers that the student ruled out for themselves; nothing of it is sent. */
  struck?: ReadonlySet<number> | undefined;
  onStrike?: ((answer_id: number) => void) | undefined;
}

/** Radio buttons for one right answer, checkboxes for several. */
export function ChoiceAnswers({ question, lang, given, locked, onAnswer, struck, onStrike }: Props) {
  const t = useTranslations('attempts.question');
  const several = question.multiple_right_answers;
  const inSigns = useSigns(question.answers.map(({ title }) => title));
  /** A name for what has formulas, of which a fraction would be two numbers; the label names all else. */
  const spoken = (title: string, isStruck: boolean): string | undefined => {
    const signs = inSigns(title);
    return signs === title ? undefined : isStruck ? `${signs} (${t('struck')})` : signs;
  };
  return (
    <div className="stack gap-4">
      {question.answers.map((answer, place) => (
        <div key={answer.id} className={classes.line} data-struck={struck?.has(answer.id) || undefined}>
          <label className={`${classes.answer} lit picks ringed locks`} data-locked={locked || undefined}>
            <input
              type={several ? 'checkbox' : 'radio'}
              name={`question-${question.id}`}
              className={`${classes.input} unoutlined`}
              checked={given.answer_ids.includes(answer.id)}
              disabled={locked}
              aria-label={spoken(answer.title, struck?.has(answer.id) ?? false)}
              onChange={() => onAnswer(toggled(question, given, answer.id))}
            />
            <span className={classes.answerText}>
              <span lang={lang}>
                <MathText>{answer.title}</MathText>
              </span>
              {struck?.has(answer.id) && <span className="unseen"> ({t('struck')})</span>}
            </span>
            {place < 9 && (
              <kbd className={classes.key} aria-hidden>
                {place + 1}
              </kbd>
            )}
          </label>
          {onStrike && (
            <button
              type="button"
              className={`${classes.strike} lit ${struck?.has(answer.id) ? 'accent' : 'dim'}`}
              aria-label={t('strike', { answer: inSigns(answer.title) })}
              aria-pressed={struck?.has(answer.id) ?? false}
              disabled={locked}
              onClick={() => onStrike(answer.id)}
            >
              <IconStrikethrough size={18} aria-hidden />
            </button>
          )}
        </div>
      ))}
    </div>
  );
}
