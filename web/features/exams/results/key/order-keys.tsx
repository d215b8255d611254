import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ToolButton } from '../../../../ui/page/tool-button.tsx';
import { moved } from '../../../../ui/drag/moved.ts';
import { MathText, useSigns } from '../../../../ui/rich-text/math-text.tsx';
import classes from './key-question.module.css';
import type { Mended, Repairs } from './repair.ts';

interface Props {
  question: Repairs['questions'][number];
  right: readonly number[];
  disabled: boolean;
  onChange: (next: Partial<Mended>) => void;
}

/** The order that is right, changed by the arrows of a line; each move is announced. */
export function OrderKeys({ question, right, disabled, onChange }: Props) {
  const t = useTranslations('results.key');
  const [said, setSaid] = useState('');
  const titleOf = (id: number) => question.answers.find((answer) => answer.id === id)?.title ?? '';
  const inSigns = useSigns(question.answers.map(({ title }) => title));
  function move(at: number, to: number): void {
    onChange({ right: moved(right, at, to) });
    setSaid(t('moved', { answer: inSigns(titleOf(right[at]!)), place: to + 1, total: right.length }));
  }
  return (
    <>
      <ol className="stack plain gap-4">
        {right.map((id, at) => (
          <li key={id} className={classes.line}>
            <span className="dim">{at + 1}.</span>
            <span className="anywhere">
              <MathText>{titleOf(id)}</MathText>
            </span>
            {!disabled && (
              <span className="row">
                <ToolButton
                  label={t('move_up', { answer: inSigns(titleOf(id)) })}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                >
                  <IconArrowUp size={18} aria-hidden />
                </ToolButton>
                <ToolButton
                  label={t('move_down', { answer: inSigns(titleOf(id)) })}
                  disabled={at === right.length - 1}
                  onClick={() => move(at, at + 1)}
                >
                  <IconArrowDown size={18} aria-hidden />
                </ToolButton>
              </span>
            )}
          </li>
        ))}
      </ol>
      <p className="unseen" aria-live="polite">
        {said}
      </p>
    </>
  );
}
