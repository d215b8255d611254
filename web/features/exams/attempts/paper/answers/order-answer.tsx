import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../../ui/control/button/button.tsx';
import { moved } from '../../../../../ui/drag/moved.ts';
import { useRowDrag } from '../../../../../ui/drag/use-row-drag.ts';
import { ToolButton } from '../../../../../ui/page/tool-button.tsx';
import { MathText, useSigns } from '../../../../../ui/rich-text/math-text.tsx';
import { type AnswersProps, orderOf } from './answers.ts';
import classes from './answers.module.css';

/** Answers to be put in order: by dragging, by the arrows of a row, or with Alt and the arrow keys; each move is announced. */
export function OrderAnswer({ question, lang, given, locked, onAnswer }: AnswersProps) {
  const t = useTranslations('attempts.question');
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const answers = orderOf(question, given);
  const inSigns = useSigns(question.answers.map(({ title }) => title));
  const { from, onGrip, dropAt } = useRowDrag(list, move);

  function move(at: number, to: number): void {
    if (locked || to < 0 || to >= answers.length || at === to) return;
    onAnswer({ answer_ids: moved(answers, at, to).map(({ id }) => id) });
    setSaid(t('moved', { answer: inSigns(answers[at]!.title), place: to + 1, total: answers.length }));
  }

  function keep(): void {
    onAnswer({ answer_ids: answers.map(({ id }) => id) });
    // The button goes; the focus stays with what it was about.
    list.current?.focus();
  }

  function press(event: KeyboardEvent, at: number): void {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(at, at + (event.key === 'ArrowUp' ? -1 : 1));
  }

  return (
    <>
      <ol ref={list} tabIndex={-1} className={classes.order} aria-label={t('order')}>
        {answers.map(({ id, title }, at) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li
            key={id}
            className={`${classes.row} held`}
            data-chosen={from === at || undefined}
            data-drop={dropAt(at)}
            onKeyDown={(event) => press(event, at)}
          >
            <span className={classes.place} aria-hidden>
              {at + 1}
            </span>
            <span className={classes.title} lang={lang}>
              <MathText>{title}</MathText>
            </span>
            <span className="row">
              <ToolButton
                inRow
                label={t('order_up', { answer: inSigns(title) })}
                disabled={locked || at === 0}
                onClick={() => move(at, at - 1)}
              >
                <IconArrowUp size={20} aria-hidden />
              </ToolButton>
              <ToolButton
                inRow
                label={t('order_down', { answer: inSigns(title) })}
                disabled={locked || at === answers.length - 1}
                onClick={() => move(at, at + 1)}
              >
                <IconArrowDown size={20} aria-hidden />
              </ToolButton>
              {!locked && (
                // On a phone the words need its room, and two arrows do what it does.
                <span className="grip not-narrow" onPointerDown={onGrip} aria-hidden>
                  <IconGripVertical size={20} />
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
      {/* Its place is kept, so that an answer moves nothing under the finger. */}
      <Button
        variant="default"
        className="after-5 keeps-place"
        disabled={given.answer_ids.length > 0 || locked}
        onClick={keep}
      >
        {t('keep_order')}
      </Button>
      <p className="unseen" aria-live="polite">
        {said}
      </p>
    </>
  );
}
