import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { Checkbox } from '../../../../ui/control/choice/checkbox.tsx';
import { Radio } from '../../../../ui/control/choice/radio.tsx';
import { Switch } from '../../../../ui/control/choice/switch.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import classes from './key-question.module.css';
import type { Repairs } from './repair.ts';
import { MathText } from '../../../../ui/rich-text/math-text.tsx';

export interface Mended {
  right: number[];
  annulled: boolean;
}

interface Props {
  question: Repairs['questions'][number];
  number: number;
  /** null: as it is. */
  mended: Mended | null;
  onChange: (mended: Mended) => void;
}

/** One question of the key: its right answers, or that it counts for nobody. */
export function KeyQuestion({ question, number, mended, onChange }: Props) {
  const t = useTranslations('results.key');
  const id = useId();
  const before = question.answers.filter((answer) => answer.is_right_answer).map((answer) => answer.id);
  const { right, annulled } = mended ?? { right: before, annulled: question.annulled };
  const choose = (answer: number, chosen: boolean) =>
    onChange({
      annulled,
      right: question.multiple_right_answers
        ? [...right.filter((each) => each !== answer), ...(chosen ? [answer] : [])]
        : [answer],
    });
  const Choice = question.multiple_right_answers ? Checkbox : Radio;
  return (
    <fieldset className={classes.question} aria-labelledby={id}>
      <div className={classes.head}>
        <p id={id} className={classes.title}>
          <span className="dim">{number}.</span> <MathText>{question.title}</MathText>
        </p>
        <span className="dim small">{t('points', { count: question.score })}</span>
        {question.annulled && <StatusBadge tone="neutral">{t('annulled')}</StatusBadge>}
      </div>
      <div className="stack gap-5">
        {question.answers.map((answer) => (
          <Choice
            key={answer.id}
            name={`${id}-answers`}
            label={<MathText>{answer.title}</MathText>}
            disabled={annulled}
            checked={right.includes(answer.id)}
            onChange={(event) => choose(answer.id, event.currentTarget.checked)}
          />
        ))}
      </div>
      {right.length === 0 && !annulled && <p className="flush bad small">{t('no_right')}</p>}
      <Switch
        label={t('annul')}
        checked={annulled}
        onChange={(event) => onChange({ right, annulled: event.currentTarget.checked })}
      />
    </fieldset>
  );
}
