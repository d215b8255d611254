import { bytesOf, ESSAY_BYTES, wordsIn } from '#contract/exams/questions';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isOddLength, wishedWords } from '../../../../../lib/form/wished-words.ts';
import { Textarea } from '../../../../../ui/control/field/textarea.tsx';
import type { AnswersProps } from './answers.ts';
import classes from './answers.module.css';

/** A text to be written. One that has no room is not taken over, so that what stands here is what is kept. */
export function EssayAnswer({ question, given, locked, onAnswer }: AnswersProps) {
  const t = useTranslations('attempts.question');
  const [tooLong, setTooLong] = useState(false);
  const text = typeof given.response === 'string' ? given.response : '';
  function write(next: string): void {
    const fits = next.length * 3 <= ESSAY_BYTES || bytesOf(next) <= ESSAY_BYTES;
    // What is longer already may still become shorter.
    setTooLong(!fits);
    if (fits || next.length < text.length) onAnswer({ answer_ids: [], response: next });
  }
  return (
    <div className={classes.essay}>
      <Textarea
        label={t('your_text')}
        minRows={8}
        maxRows={24}
        value={text}
        disabled={locked}
        error={tooLong ? t('essay_too_long') : undefined}
        // Not how many there are: that would be read out after each word.
        aria-describedby={`words-${question.id}`}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <Words id={`words-${question.id}`} text={text} work={question.work ?? {}} />
    </div>
  );
}

/** How many words there are, and how many are wished for. */
function Words({
  id,
  text,
  work,
}: {
  id: string;
  text: string;
  work: NonNullable<AnswersProps['question']['work']>;
}) {
  const t = useTranslations('attempts.question');
  const count = wordsIn(text);
  const wished = wishedWords(work);
  const odd = count > 0 && isOddLength(count, work);
  return (
    <p className="note flush">
      <span className={odd ? 'strong' : undefined}>{t('words', { count })}</span>
      {wished && ' · '}
      <span id={id}>{wished && t(...wished)}</span>
    </p>
  );
}
