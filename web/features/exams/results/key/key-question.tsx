import { isByHand } from '#contract/exams/questions';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { Checkbox } from '../../../../ui/control/choice/checkbox.tsx';
import { Radio } from '../../../../ui/control/choice/radio.tsx';
import { Switch } from '../../../../ui/control/choice/switch.tsx';
import { TagsInput } from '../../../../ui/control/search/tags-input.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import { AreaKeys } from './area-keys.tsx';
import { GapKeys } from './gap-keys.tsx';
import classes from './key-question.module.css';
import { OrderKeys } from './order-keys.tsx';
import { PairKeys } from './pair-keys.tsx';
import { keyOf, type Mended, type Repairs } from './repair.ts';
import { MathText } from '../../../../ui/rich-text/math-text.tsx';
import { KeyedAnswer } from './keyed-answer.tsx';

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
  const key = mended ?? keyOf(question);
  const { right, accepted, gap_accepted, area_accepted, pairs, annulled } = key;
  const isTyped = question.type === 'short_answer' || question.type === 'number';
  const several = isTyped || question.type === 'hotspot' || question.multiple_right_answers;
  const change = (next: Partial<Mended>) => onChange({ ...key, ...next });
  const choose = (answer: number, chosen: boolean) =>
    change({
      right: several ? [...right.filter((each) => each !== answer), ...(chosen ? [answer] : [])] : [answer],
    });
  const Choice = several ? Checkbox : Radio;
  return (
    <fieldset className={classes.question} aria-labelledby={id}>
      <div className={classes.head}>
        <p id={id} className={classes.title}>
          <span className="dim">{number}.</span> <MathText>{question.title}</MathText>
        </p>
        <span className="dim small">{t('points', { count: question.score })}</span>
        {question.annulled && <StatusBadge tone="neutral">{t('annulled')}</StatusBadge>}
        {question.standing !== 'current' && (
          <StatusBadge tone="neutral">
            {t(`standing_${question.standing}`, { version: question.version })}
          </StatusBadge>
        )}
      </div>
      {question.type === 'gaps' ? (
        <GapKeys question={question} mended={{ right, gap_accepted }} disabled={annulled} onChange={change} />
      ) : question.type === 'ordering' ? (
        <OrderKeys question={question} right={right} disabled={annulled} onChange={change} />
      ) : question.type === 'matching' ? (
        <PairKeys question={question} pairs={pairs} disabled={annulled} onChange={change} />
      ) : (
        <div className="stack gap-5">
          {question.answers.map((answer) => (
            <Choice
              key={answer.id}
              name={`${id}-answers`}
              label={<KeyedAnswer answer={answer} question={question} />}
              disabled={annulled}
              checked={right.includes(answer.id)}
              onChange={(event) => choose(answer.id, event.currentTarget.checked)}
            />
          ))}
        </div>
      )}
      {question.picture && (
        <AreaKeys
          question={question}
          picture={question.picture}
          mended={{ right, area_accepted }}
          disabled={annulled}
          onChange={change}
        />
      )}
      {isTyped && !annulled && (
        <TagsInput
          label={t('accept')}
          description={t('accept_hint')}
          clearLabel={t('accept_none')}
          // A number may have a comma.
          splitChars={[]}
          value={accepted}
          onChange={(next) => change({ accepted: next })}
        />
      )}
      {isByHand(question.type) && <p className="note flush">{t('by_hand')}</p>}
      {!isByHand(question.type) &&
        question.type !== 'gaps' &&
        question.type !== 'matching' &&
        right.length === 0 &&
        accepted.length === 0 &&
        area_accepted.length === 0 &&
        !annulled && <p className="flush bad small">{t('no_right')}</p>}
      <Switch
        label={t('annul')}
        checked={annulled}
        onChange={(event) => change({ annulled: event.currentTarget.checked })}
      />
    </fieldset>
  );
}
