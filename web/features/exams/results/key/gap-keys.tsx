import { gapsOf } from '#contract/exams/questions';
import { useTranslations } from 'use-intl';
import { Checkbox } from '../../../../ui/control/choice/checkbox.tsx';
import { TagsInput } from '../../../../ui/control/search/tags-input.tsx';
import { KeyedAnswer } from './keyed-answer.tsx';
import type { Mended, Repairs } from './repair.ts';

interface Props {
  question: Repairs['questions'][number];
  mended: Pick<Mended, 'right' | 'gap_accepted'>;
  disabled: boolean;
  onChange: (next: Partial<Mended>) => void;
}

/** The key of a text with gaps: of each gap what is right, and of one that is typed what is accepted besides. */
export function GapKeys({ question, mended, disabled, onChange }: Props) {
  const t = useTranslations('results.key');
  const { right, gap_accepted } = mended;
  const choose = (id: number, chosen: boolean) =>
    onChange({ right: [...right.filter((each) => each !== id), ...(chosen ? [id] : [])] });
  return (
    <>
      <p className="flush anywhere">{question.gap_text}</p>
      {gapsOf(question.gap_text).map((gap) => {
        const answers = question.answers.filter((answer) => answer.gap === gap);
        const more = gap_accepted.filter((each) => each.gap === gap).map(({ title }) => title);
        return (
          <fieldset key={gap} className="bare stack gap-5">
            <legend className="legend">{t('gap', { gap })}</legend>
            {answers.map((answer) => (
              <Checkbox
                key={answer.id}
                label={<KeyedAnswer answer={answer} question={question} />}
                disabled={disabled}
                checked={right.includes(answer.id)}
                onChange={(event) => choose(answer.id, event.currentTarget.checked)}
              />
            ))}
            {question.typed_gaps.includes(gap) && !disabled && (
              <TagsInput
                label={t('accept')}
                clearLabel={t('accept_none')}
                splitChars={[]}
                value={more}
                onChange={(next) =>
                  onChange({
                    gap_accepted: [
                      ...gap_accepted.filter((each) => each.gap !== gap),
                      ...next.map((title) => ({ gap, title })),
                    ],
                  })
                }
              />
            )}
            {!answers.some(({ id }) => right.includes(id)) && more.length === 0 && !disabled && (
              <p className="flush bad small">{t('no_right')}</p>
            )}
          </fieldset>
        );
      })}
    </>
  );
}
