import { GAP_LENGTH, gapParts } from '#contract/exams/questions';
import { useTranslations } from 'use-intl';
import { NativeSelect } from '../../../../../ui/control/field/native-select.tsx';
import { TextInput } from '../../../../../ui/control/field/text-input.tsx';
import { MathText, useSigns } from '../../../../../ui/rich-text/math-text.tsx';
import { type AnswersProps, byKey } from './answers.ts';
import classes from './answers.module.css';
import { gapSentence } from './gap-sentence.ts';

/** A text with gaps: each is typed, or chosen by what the platform has for it, where it stands in the text. */
export function GapsAnswer({ question, lang, given, locked, onAnswer }: AnswersProps) {
  const t = useTranslations('attempts.question');
  const gaps = question.gaps ?? [];
  const filled = byKey(given);
  const text = question.gap_text ?? '';
  const parts = gapParts(text);
  const inSigns = useSigns([text, ...gaps.flatMap(({ options = [] }) => options.map(({ title }) => title))]);

  function fill(gap: number, said: string | number): void {
    const { [gap]: _before, ...rest } = filled;
    onAnswer({ answer_ids: [], response: said === '' ? rest : { ...rest, [gap]: said } });
  }

  return (
    <div className={classes.gapText}>
      {parts.map((part, at) => {
        if (typeof part === 'string')
          return (
            // oxlint-disable-next-line react/no-array-index-key -- parts have no other name
            <span key={at} lang={lang}>
              <MathText>{part}</MathText>
            </span>
          );
        const place = gaps.findIndex(({ gap }) => gap === part);
        const options = gaps[place]?.options;
        const label = t('gap', {
          number: place + 1,
          total: gaps.length,
          sentence: gapSentence(
            parts.map((each) => (typeof each === 'string' ? inSigns(each) : each)),
            at,
          ),
        });
        return options ? (
          <NativeSelect
            key={part}
            className={classes.gap}
            aria-label={label}
            data={[
              { value: '', label: t('no_match') },
              ...options.map(({ id, title }) => ({ value: String(id), label: inSigns(title) })),
            ]}
            value={String(filled[part] ?? '')}
            disabled={locked}
            onChange={(event) => {
              const { value } = event.currentTarget;
              fill(part, value === '' ? '' : Number(value));
            }}
          />
        ) : (
          <TextInput
            key={part}
            className={classes.gap}
            aria-label={label}
            value={String(filled[part] ?? '')}
            disabled={locked}
            maxLength={GAP_LENGTH}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={(event) => fill(part, event.currentTarget.value)}
          />
        );
      })}
    </div>
  );
}
