import { MEASURE_LENGTH, type QuestionType } from '#contract/exams/questions';
import { useTranslations } from 'use-intl';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import { Textarea } from '../../../../ui/control/field/textarea.tsx';
import type { AnswerDraft } from '../draft.ts';
import { WholeNumber } from '../whole-number.tsx';
import classes from './question-editor.module.css';

interface Props {
  type: QuestionType;
  /** A wrong answer that may give a part of the score. */
  isNearMiss: boolean;
  answer: AnswerDraft;
  /** From 1. */
  number: number;
  errorAt: (name: string) => string | undefined;
  onTouch: (name: string) => void;
  onChange: (next: Partial<AnswerDraft>, name: string) => void;
}

/** What a type knows of an answer beside its title: how far off it may be, what it gives, what belongs to it. */
export function AnswerTerms({ type, isNearMiss, answer, number, errorAt, onTouch, onChange }: Props) {
  const t = useTranslations('forms');
  if (type === 'matching')
    return (
      <Textarea
        minRows={1}
        maxRows={6}
        aria-label={t('match', { number })}
        placeholder={t('match', { number })}
        value={answer.match}
        error={errorAt('match')}
        onBlur={() => onTouch('match')}
        onChange={(event) => onChange({ match: event.currentTarget.value }, 'match')}
      />
    );
  if (type !== 'short_answer' && type !== 'number' && !isNearMiss) return null;
  return (
    <div className={classes.measures}>
      {type === 'number' && (
        <TextInput
          aria-label={t('tolerance', { number })}
          leftSection={<span aria-hidden>±</span>}
          placeholder="0"
          maxLength={MEASURE_LENGTH}
          value={answer.tolerance}
          error={errorAt('tolerance')}
          onBlur={() => onTouch('tolerance')}
          onChange={(event) => onChange({ tolerance: event.currentTarget.value }, 'tolerance')}
        />
      )}
      <WholeNumber
        aria-label={t('percent', { number })}
        rightSection={<span aria-hidden>%</span>}
        value={isNearMiss && answer.percent === 100 ? 0 : answer.percent}
        error={errorAt('percent')}
        onBlur={() => onTouch('percent')}
        onChange={(percent) => onChange({ percent }, 'percent')}
      />
    </div>
  );
}
