import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Radio } from '../../../ui/control/choice/radio.tsx';
import type { Waiting } from './mark.ts';
import { sumOfLevels } from './points.ts';
import { usePressed } from '../../../lib/page/keys.ts';

interface Props {
  rubric: NonNullable<Waiting['question']['marking']['rubric']>;
  /** By criterion the place of its level; null: none yet. */
  levels: readonly (number | null)[];
  /** Saving was tried. */
  tried: boolean;
  onChange: (levels: readonly (number | null)[]) => void;
}

/** A level of each criterion; digits choose one and go on to the next criterion. */
export function RubricLevels({ rubric, levels, tried, onChange }: Props) {
  const t = useTranslations('marks');
  const name = useId();
  const [current, setCurrent] = useState(0);
  const sum = sumOfLevels(rubric, levels);
  const most = rubric.reduce((all, { levels: of }) => all + Math.max(...of.map(({ points }) => points)), 0);

  function choose(at: number, level: number): void {
    if (!rubric[at]?.levels[level]) return;
    onChange(levels.with(at, level));
    setCurrent(Math.min(at + 1, rubric.length - 1));
  }

  usePressed((event: KeyboardEvent) => {
    const isWriting = event.target instanceof HTMLElement && event.target.matches('textarea');
    const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
    if (!digit || isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    choose(current, Number(digit) - 1);
  });

  return (
    <div className="stack gap-5">
      {rubric.map((criterion, at) => (
        // What the digits mean follows the focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <fieldset key={criterion.title} className="bare" onFocus={() => setCurrent(at)}>
          <legend className={at === current ? 'strong accent' : 'strong'}>{criterion.title}</legend>
          <div className="stack gap-3 after-4">
            {criterion.levels.map(({ title, points }, level) => (
              <Radio
                key={`${title} ${points}`}
                name={`${name}-${at}`}
                label={`${level + 1}. ${title} (${points})`}
                checked={levels[at] === level}
                onChange={() => choose(at, level)}
              />
            ))}
          </div>
        </fieldset>
      ))}
      {sum === null ? (
        <p className={`flush ${tried ? 'bad' : 'dim'}`} role={tried ? 'alert' : undefined}>
          {t('choose_levels')}
        </p>
      ) : (
        <p className="flush strong" role="status">
          {t('sum', { points: sum, most })}
        </p>
      )}
    </div>
  );
}
