import { ANSWERS_LIMIT, GAP_LENGTH } from '#contract/exams/questions';
import { IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../../ui/control/button/button.tsx';
import { NativeSelect } from '../../../../../ui/control/field/native-select.tsx';
import { TextInput } from '../../../../../ui/control/field/text-input.tsx';
import { type AnswerDraft, newAnswer } from '../../draft.ts';
import { WholeNumber } from '../../whole-number.tsx';
import editor from '../question-editor.module.css';
import { ToolButton } from '../../../../../ui/page/tool-button.tsx';
import classes from './gap-fields.module.css';
import { asList, isList } from './gaps.ts';

interface Props {
  gap: number;
  isInText: boolean;
  /** Of the whole question. */
  answers: readonly AnswerDraft[];
  errorAt: (path: string) => string | undefined;
  onTouch: (path: string) => void;
  onChange: (answers: AnswerDraft[], name?: string) => void;
  onInsert: () => void;
  onRemove: () => void;
}

/** One gap: what is accepted in it when it is typed, or the list to choose from. */
export function GapCard({ gap, isInText, answers, errorAt, onTouch, onChange, onInsert, onRemove }: Props) {
  const t = useTranslations('forms');
  const list = isList(answers, gap);
  const card = useRef<HTMLFieldSetElement>(null);
  const focus = useRef<string | null>(null);
  const own = answers.flatMap((answer, place) => (answer.gap === gap ? { answer, place } : []));

  useEffect(() => {
    if (!focus.current) return;
    card.current?.querySelector<HTMLElement>(`[data-answer="${focus.current}"] input[type="text"]`)?.focus();
    focus.current = null;
  });

  function add(): void {
    if (answers.length >= ANSWERS_LIMIT) return;
    const answer = { ...newAnswer('', gap), is_right_answer: !list };
    focus.current = answer.key;
    onChange([...answers, answer]);
  }

  const change = (place: number, next: Partial<AnswerDraft>, name = '') =>
    onChange(answers.with(place, { ...answers[place]!, ...next }), name);

  return (
    <fieldset ref={card} className={`${classes.card} bare`}>
      <legend className={`${classes.legend} strong`}>{t('gap', { gap })}</legend>
      <div className={`${isInText ? 'row' : 'wraps'} ends gap-4`}>
        {isInText ? (
          <NativeSelect
            size="sm"
            className={classes.kind}
            aria-label={t('gap_kind', { gap })}
            data={[
              { value: 'typed', label: t('gap_typed') },
              { value: 'list', label: t('gap_list') },
            ]}
            value={list ? 'list' : 'typed'}
            onChange={(event) => onChange(asList(answers, gap, event.currentTarget.value === 'list'))}
          />
        ) : (
          <>
            <span className="bad small">{t('gap_not_in_text')}</span>
            <Button variant="default" size="sm" onClick={onInsert}>
              {t('gap_insert')}
            </Button>
          </>
        )}
        <ToolButton inRow label={t('gap_remove', { gap })} onClick={onRemove}>
          <IconTrash size={18} aria-hidden />
        </ToolButton>
      </div>
      <ul className={`${classes.variants} stack plain gap-4`}>
        {own.map(({ answer, place }, at) => (
          <li key={answer.key} data-answer={answer.key} className={`${classes.variant} beside tops gap-4`}>
            {list && (
              <input
                type="checkbox"
                className={editor.right}
                checked={answer.is_right_answer}
                aria-label={t('is_right', { number: at + 1 })}
                title={t('is_right', { number: at + 1 })}
                onChange={(event) => change(place, { is_right_answer: event.currentTarget.checked })}
              />
            )}
            <TextInput
              aria-label={t('gap_answer', { gap, number: at + 1 })}
              placeholder={t('answer', { number: at + 1 })}
              maxLength={GAP_LENGTH}
              value={answer.title}
              error={errorAt(`answers.${place}.title`)}
              onBlur={() => onTouch(`answers.${place}.title`)}
              onChange={(event) => change(place, { title: event.currentTarget.value }, answer.key)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                event.preventDefault();
                add();
              }}
            />
            {!list && (
              <WholeNumber
                className={classes.percent}
                aria-label={t('percent', { number: at + 1 })}
                rightSection={<span aria-hidden>%</span>}
                value={answer.percent}
                error={errorAt(`answers.${place}.percent`)}
                onBlur={() => onTouch(`answers.${place}.percent`)}
                onChange={(percent) => change(place, { percent }, `${answer.key}.percent`)}
              />
            )}
            <ToolButton
              inRow
              label={t('answer_remove', { number: at + 1 })}
              onClick={() => onChange(answers.toSpliced(place, 1))}
            >
              <IconX size={18} aria-hidden />
            </ToolButton>
          </li>
        ))}
      </ul>
      <Button
        variant="subtle"
        size="sm"
        leftSection={<IconPlus size={18} aria-hidden />}
        disabled={answers.length >= ANSWERS_LIMIT}
        onClick={add}
      >
        {t(list ? 'gap_add_option' : 'gap_add_variant')}
      </Button>
    </fieldset>
  );
}
