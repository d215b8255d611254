import { Button, Textarea } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../lib/errors.ts';
import { moved } from '../../ui/moved.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import { type AnswerDraft, duplicatesIn, newAnswer, type QuestionDraft } from './draft.ts';
import classes from './question-editor.module.css';
import type { Builder } from './use-builder.ts';

const MAX_ANSWERS = 50;

interface Props {
  builder: Builder;
  question: QuestionDraft;
  index: number;
}

/** The answers of a question: Enter adds one below, Alt with the arrows moves one, a repeated one is refused in place. */
export function AnswerList({ builder, question, index }: Props) {
  const t = useTranslations('forms');
  const errorText = useErrorText();
  const { questions: form, clearFault } = builder;
  const { answers, key, multiple_right_answers: several } = question;
  const duplicates = duplicatesIn(answers);
  const focus = useRef<string | null>(null);
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    if (!focus.current) return;
    list.current?.querySelector<HTMLElement>(`[data-answer="${focus.current}"] textarea`)?.focus();
    focus.current = null;
  });

  function change(next: AnswerDraft[]): void {
    form.set(`questions.${index}.answers`, next);
    clearFault(key);
  }

  function add(at: number): void {
    if (answers.length >= MAX_ANSWERS) return;
    const answer = newAnswer();
    focus.current = answer.key;
    change(answers.toSpliced(at, 0, answer));
  }

  function remove(place: number): void {
    focus.current = answers[place + 1]?.key ?? answers[place - 1]?.key ?? null;
    change(answers.toSpliced(place, 1));
  }

  function move(place: number, to: number): void {
    if (to < 0 || to >= answers.length) return;
    focus.current = answers[place]!.key;
    change(moved(answers, place, to));
  }

  function markRight(place: number): void {
    change(
      answers.map((answer, at) => ({
        ...answer,
        is_right_answer: several
          ? at === place
            ? !answer.is_right_answer
            : answer.is_right_answer
          : at === place,
      })),
    );
  }

  function press(event: KeyboardEvent, place: number): void {
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      event.stopPropagation();
      move(place, place + (event.key === 'ArrowUp' ? -1 : 1));
    } else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      add(place + 1);
    }
  }

  return (
    <fieldset className={classes.answers}>
      <legend>{several ? t('answers_several') : t('answers_one')}</legend>
      <ul ref={list}>
        {answers.map((answer, place) => {
          const path = `questions.${index}.answers.${place}.title` as const;
          const field = form.field(path);
          return (
            <li
              key={answer.key}
              className={classes.answer}
              data-answer={answer.key}
              data-right={answer.is_right_answer || undefined}
            >
              <input
                type={several ? 'checkbox' : 'radio'}
                className={classes.right}
                name={`right-${key}`}
                checked={answer.is_right_answer}
                aria-label={t('is_right', { number: place + 1 })}
                title={t('is_right', { number: place + 1 })}
                onChange={() => markRight(place)}
              />
              <Textarea
                autosize
                minRows={1}
                maxRows={6}
                className={classes.title}
                aria-label={t('answer', { number: place + 1 })}
                placeholder={t('answer', { number: place + 1 })}
                {...field}
                error={
                  duplicates.has(place) ? errorText({ code: 'duplicate_answers', params: {} }) : field.error
                }
                onKeyDown={(event) => press(event, place)}
              />
              <div className={classes.answerTools}>
                <ToolButton
                  label={t('answer_up', { number: place + 1 })}
                  disabled={place === 0}
                  onClick={() => move(place, place - 1)}
                >
                  <IconArrowUp size={18} aria-hidden />
                </ToolButton>
                <ToolButton
                  label={t('answer_down', { number: place + 1 })}
                  disabled={place === answers.length - 1}
                  onClick={() => move(place, place + 1)}
                >
                  <IconArrowDown size={18} aria-hidden />
                </ToolButton>
                <ToolButton label={t('answer_remove', { number: place + 1 })} onClick={() => remove(place)}>
                  <IconX size={18} aria-hidden />
                </ToolButton>
              </div>
            </li>
          );
        })}
      </ul>
      <Button
        variant="subtle"
        leftSection={<IconPlus size={18} aria-hidden />}
        disabled={answers.length >= MAX_ANSWERS}
        onClick={() => add(answers.length)}
      >
        {t('add_answer')}
      </Button>
    </fieldset>
  );
}
