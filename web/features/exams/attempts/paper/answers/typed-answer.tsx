import { RESPONSE_LENGTH } from '#contract/exams/questions';
import { useTranslations } from 'use-intl';
import { TextInput } from '../../../../../ui/control/field/text-input.tsx';
import { readsAsNumber } from '../../../../../lib/words/typed-number.ts';
import type { AnswersProps } from './answers.ts';
import classes from './answers.module.css';

/** A text or a number to be typed; what cannot be a number is said at once, and kept all the same. */
export function TypedAnswer({ question, given, locked, onAnswer }: AnswersProps) {
  const t = useTranslations('attempts.question');
  const text = typeof given.response === 'string' ? given.response : '';
  const isNumber = question.type === 'number';
  const wrong = isNumber && text.trim() !== '' && !readsAsNumber(text, question.unit);
  return (
    <TextInput
      className={isNumber ? classes.number : classes.text}
      label={
        question.unit
          ? t('your_number_in', { unit: question.unit })
          : isNumber
            ? t('your_number')
            : t('your_answer')
      }
      value={text}
      disabled={locked}
      maxLength={RESPONSE_LENGTH}
      inputMode={isNumber ? 'decimal' : 'text'}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      error={wrong ? t('no_number') : undefined}
      rightSection={question.unit ? <span className="cut dim">{question.unit}</span> : undefined}
      // Beside a long one there is room for the number; its label says it whole.
      rightSectionWidth={question.unit ? `min(${question.unit.length + 2}ch, 60%)` : undefined}
      onChange={(event) => onAnswer({ answer_ids: [], response: event.currentTarget.value })}
    />
  );
}
