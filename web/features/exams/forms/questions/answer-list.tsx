import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import type { QuestionType } from '#contract/exams/questions';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Textarea } from '../../../../ui/control/field/textarea.tsx';
import { moved } from '../../../../ui/drag/moved.ts';
import { type AnswerDraft, newAnswer, type QuestionDraft } from '../draft.ts';
import { pastedAnswers } from './pasted-answers.ts';
import classes from './question-editor.module.css';
import { AnswerTerms } from './answer-terms.tsx';
import { ToolButton } from '../../../../ui/page/tool-button.tsx';

const MAX_ANSWERS = 50;

interface Props {
  question: QuestionDraft;
  type: Exclude<QuestionType, 'essay' | 'upload' | 'gaps' | 'hotspot'>;
  errorAt: (path: string) => string | undefined;
  onTouch: (path: string) => void;
  /** @param name of the field that is typed in; none for anything that is one step */
  onChange: (answers: AnswerDraft[], name?: string) => void;
}

/** Of a single choice that gives parts, a wrong answer may give some. */
const isNearMiss = ({ type, credit, multiple_right_answers }: QuestionDraft, answer: AnswerDraft) =>
  type === 'choice' && credit === 'parts' && !multiple_right_answers && !answer.is_right_answer;

const fieldOf = ({ key }: AnswerDraft) => `[data-answer="${key}"] textarea`;

/** The answers of a question: Enter adds one below, Alt with the arrows moves one, a repeated one is refused in place. */
export function AnswerList({ question, type, errorAt, onTouch, onChange }: Props) {
  const t = useTranslations('forms');
  const { answers, key } = question;
  const several = type === 'choice' && question.multiple_right_answers;
  /** What is to have it, within the list. */
  const focus = useRef<string | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    if (!focus.current) return;
    list.current?.querySelector<HTMLElement>(focus.current)?.focus();
    focus.current = null;
  });

  function add(at: number): void {
    if (answers.length >= MAX_ANSWERS) return;
    const answer = newAnswer();
    focus.current = fieldOf(answer);
    onChange(answers.toSpliced(at, 0, answer));
  }

  function remove(place: number): void {
    const next = answers[place + 1] ?? answers[place - 1];
    focus.current = next ? fieldOf(next) : null;
    onChange(answers.toSpliced(place, 1));
  }

  /** @param label of the button that is pressed, which keeps the focus for the next step; else the field does */
  function move(place: number, to: number, label?: 'answer_up' | 'answer_down'): void {
    if (to < 0 || to >= answers.length) return;
    focus.current = label ? `[aria-label="${t(label, { number: to + 1 })}"]` : fieldOf(answers[place]!);
    setSaid(t('answer_moved', { number: to + 1, total: answers.length }));
    onChange(moved(answers, place, to));
  }

  function markRight(place: number): void {
    onChange(
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

  /** Lines that are pasted become an answer each, the first in the field itself. */
  function paste(event: ClipboardEvent<HTMLTextAreaElement>, place: number): void {
    const [first, ...rest] = pastedAnswers(event.clipboardData.getData('text/plain'));
    if (first === undefined) return;
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const title = value.slice(0, selectionStart) + first + value.slice(selectionEnd);
    // Empty answers below are those that wait to be filled.
    const below = answers.slice(place + 1);
    const waiting = below.findIndex((answer) => answer.title.trim() !== '');
    const free = waiting === -1 ? below.length : waiting;
    const filled = rest.map((text, at) => (at < free ? { ...below[at]!, title: text } : newAnswer(text)));
    const next = [
      ...answers.slice(0, place),
      { ...answers[place]!, title },
      ...filled,
      ...below.slice(Math.min(free, rest.length)),
    ].slice(0, MAX_ANSWERS);
    focus.current = fieldOf(filled.at(-1) ?? answers[place]!);
    onChange(next);
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

  const lack = errorAt('answers');
  return (
    <fieldset
      className={`${classes.answers} bare`}
      aria-describedby={lack && `lack-${key}`}
      data-lack={lack && true}
    >
      <legend>{t(`answers_of.${several ? 'several' : type}`)}</legend>
      {lack && (
        <p id={`lack-${key}`} className="bad small">
          {lack}
        </p>
      )}
      <ul ref={list}>
        {answers.map((answer, place) => (
          <li
            key={answer.key}
            className={classes.answer}
            data-answer={answer.key}
            data-right={(type === 'choice' && answer.is_right_answer) || undefined}
          >
            {type === 'choice' ? (
              <label className={classes.right}>
                <input
                  type={several ? 'checkbox' : 'radio'}
                  name={`right-${key}`}
                  checked={answer.is_right_answer}
                  aria-label={t('is_right', { number: place + 1 })}
                  title={t('is_right', { number: place + 1 })}
                  onChange={() => markRight(place)}
                />
              </label>
            ) : (
              <span className={`${classes.place} dim`} aria-hidden>
                {place + 1}
              </span>
            )}
            <div
              className={classes.terms}
              data-type={type}
              data-near-miss={isNearMiss(question, answer) || undefined}
            >
              <Textarea
                minRows={1}
                maxRows={6}
                aria-label={t('answer', { number: place + 1 })}
                placeholder={t(type === 'number' ? 'number_placeholder' : 'answer', { number: place + 1 })}
                inputMode={type === 'number' ? 'decimal' : undefined}
                value={answer.title}
                error={errorAt(`answers.${place}.title`)}
                onBlur={() => onTouch(`answers.${place}.title`)}
                onChange={(event) =>
                  onChange(answers.with(place, { ...answer, title: event.currentTarget.value }), answer.key)
                }
                onKeyDown={(event) => press(event, place)}
                onPaste={(event) => paste(event, place)}
              />
              <AnswerTerms
                type={type}
                isNearMiss={isNearMiss(question, answer)}
                answer={answer}
                number={place + 1}
                errorAt={(name) => errorAt(`answers.${place}.${name}`)}
                onTouch={(name) => onTouch(`answers.${place}.${name}`)}
                onChange={(next, name) =>
                  onChange(answers.with(place, { ...answer, ...next }), `${answer.key}.${name}`)
                }
              />
            </div>
            <div className={`${classes.answerTools} beside`}>
              <ToolButton
                inRow
                label={t('answer_up', { number: place + 1 })}
                disabled={place === 0}
                onClick={() => move(place, place - 1, 'answer_up')}
              >
                <IconArrowUp size={18} aria-hidden />
              </ToolButton>
              <ToolButton
                inRow
                label={t('answer_down', { number: place + 1 })}
                disabled={place === answers.length - 1}
                onClick={() => move(place, place + 1, 'answer_down')}
              >
                <IconArrowDown size={18} aria-hidden />
              </ToolButton>
              <ToolButton
                inRow
                label={t('answer_remove', { number: place + 1 })}
                onClick={() => remove(place)}
              >
                <IconX size={18} aria-hidden />
              </ToolButton>
            </div>
          </li>
        ))}
      </ul>
      <p className="unseen" aria-live="polite">
        {said}
      </p>
      <Button
        variant="subtle"
        leftSection={<IconPlus size={18} aria-hidden />}
        disabled={answers.length >= MAX_ANSWERS}
        onClick={() => add(answers.length)}
      >
        {t(type === 'matching' ? 'add_pair' : 'add_answer')}
      </Button>
      {type !== 'choice' && <p className="note">{t(`answers_hint.${type}`)}</p>}
    </fieldset>
  );
}
