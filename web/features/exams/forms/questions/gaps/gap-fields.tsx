import { GAP_TEXT_LENGTH } from '#contract/exams/questions';
import { IconPlus } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../../ui/control/button/button.tsx';
import { Textarea } from '../../../../../ui/control/field/textarea.tsx';
import type { QuestionDraft } from '../../draft.ts';
import { GapCard } from './gap-card.tsx';
import { gapAdded, gapRemoved, gapsIn, textTyped, wordAt } from './gaps.ts';

interface Props {
  question: QuestionDraft;
  errorAt: (path: string) => string | undefined;
  onTouch: (path: string) => void;
  /** @param name of the field that is typed in; none for anything that is one step */
  onChange: (next: Partial<QuestionDraft>, name?: string) => void;
}

/** A text whose words are made gaps: by the button, or by double brackets around them; below, what each gap accepts. */
export function GapFields({ question, errorAt, onTouch, onChange }: Props) {
  const t = useTranslations('forms');
  const area = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  const { gap_text, answers } = question;

  useLayoutEffect(() => {
    if (caret.current === null) return;
    area.current?.focus();
    area.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  function type(text: string, at: number): void {
    const next = textTyped(question, text);
    // What stands behind the caret stays; before it, brackets may have become shorter.
    if (next.gap_text !== text) caret.current = next.gap_text.length - (text.length - at);
    onChange(next, next.answers ? '' : 'gap_text');
  }

  function makeGap(): void {
    const { selectionStart, selectionEnd } = area.current!;
    const [from, to] =
      selectionStart === selectionEnd ? wordAt(gap_text, selectionStart) : [selectionStart, selectionEnd];
    const added = gapAdded(question, from, to);
    if (!added) return;
    caret.current = added.caret;
    onChange(added.next);
  }

  return (
    <div className="stack gap-6">
      <div>
        <Textarea
          ref={area}
          label={t('gap_text')}
          description={t('gap_text_hint')}
          minRows={3}
          maxRows={16}
          maxLength={GAP_TEXT_LENGTH}
          value={gap_text}
          error={errorAt('gap_text')}
          onBlur={() => onTouch('gap_text')}
          onChange={(event) => type(event.currentTarget.value, event.currentTarget.selectionStart)}
        />
        <Button
          variant="default"
          size="sm"
          className="after-4"
          leftSection={<IconPlus size={18} aria-hidden />}
          // The selection is lost where the press takes the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={makeGap}
        >
          {t('make_gap')}
        </Button>
      </div>
      {gapsIn(question).map(({ gap, isInText }) => (
        <GapCard
          key={gap}
          gap={gap}
          isInText={isInText}
          answers={answers}
          errorAt={errorAt}
          onTouch={onTouch}
          onChange={(next, name) => onChange({ answers: next }, name)}
          onInsert={() => onChange({ gap_text: `${gap_text}${gap_text ? ' ' : ''}[[${gap}]]` })}
          onRemove={() => onChange(gapRemoved(question, gap))}
        />
      ))}
    </div>
  );
}
