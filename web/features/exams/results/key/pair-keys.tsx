import { useTranslations } from 'use-intl';
import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import { MathText, useSigns } from '../../../../ui/rich-text/math-text.tsx';
import classes from './key-question.module.css';
import type { Mended, Repairs } from './repair.ts';

interface Props {
  question: Repairs['questions'][number];
  pairs: Mended['pairs'];
  disabled: boolean;
  onChange: (next: Partial<Mended>) => void;
}

/** What belongs to each answer of a matching, of all that it offers. */
export function PairKeys({ question, pairs, disabled, onChange }: Props) {
  const t = useTranslations('results.key');
  const titleOf = (id: number) => question.answers.find((answer) => answer.id === id)?.title ?? '';
  const inSigns = useSigns([...question.answers.map(({ title }) => title), ...question.matches]);
  return (
    <ul className="stack plain gap-4">
      {pairs.map(({ answer_id, match }, at) => (
        <li key={answer_id} className={classes.pair}>
          <span className="anywhere">
            <MathText>{titleOf(answer_id)}</MathText>
          </span>
          <NativeSelect
            aria-label={t('match_of', { answer: inSigns(titleOf(answer_id)) })}
            data={question.matches.map((title) => ({ value: title, label: inSigns(title) }))}
            value={match}
            disabled={disabled}
            onChange={(event) =>
              onChange({ pairs: pairs.with(at, { answer_id, match: event.currentTarget.value }) })
            }
          />
        </li>
      ))}
    </ul>
  );
}
