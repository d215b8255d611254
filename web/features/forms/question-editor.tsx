import { NumberInput, SegmentedControl, Switch, Textarea } from '@mantine/core';
import {
  IconAlertCircle,
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconCopy,
  IconTrash,
} from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../lib/errors.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import { AnswerList } from './answer-list.tsx';
import { type QuestionDraft, withSingleRight } from './draft.ts';
import classes from './question-editor.module.css';
import type { Builder } from './use-builder.ts';

interface Props {
  builder: Builder;
  question: QuestionDraft;
  index: number;
  total: number;
  open: boolean;
  onToggle: () => void;
  onCopy: () => void;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
}

/** One question of the draft. Alt with the arrows moves it. */
export function QuestionEditor(props: Props) {
  const { builder, question, index, total, open, onToggle, onCopy, onMove, onRemove } = props;
  const t = useTranslations('forms');
  const errorText = useErrorText();
  const number = index + 1;
  const fault = builder.faults[question.key];
  const right = question.answers.filter((answer) => answer.is_right_answer).length;

  function press(event: KeyboardEvent): void {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classes.card}
      data-key={question.key}
      data-fault={fault !== undefined || undefined}
      onKeyDown={press}
    >
      <div className={classes.head}>
        <button type="button" className={classes.fold} aria-expanded={open} onClick={onToggle}>
          <IconChevronDown size={20} aria-hidden className={classes.chevron} />
          <span className={classes.number}>{t('question', { number })}</span>
          {!open && <span className={classes.summary}>{question.title || t('untitled')}</span>}
        </button>
        {!open && (
          <span className={classes.facts}>
            {t('facts', { answers: question.answers.length, right, score: Number(question.score) })}
          </span>
        )}
        <div className={classes.tools}>
          <ToolButton label={t('move_up', { number })} disabled={index === 0} onClick={() => onMove(-1)}>
            <IconArrowUp size={20} aria-hidden />
          </ToolButton>
          <ToolButton
            label={t('move_down', { number })}
            disabled={index === total - 1}
            onClick={() => onMove(1)}
          >
            <IconArrowDown size={20} aria-hidden />
          </ToolButton>
          <ToolButton label={t('copy', { number })} onClick={onCopy}>
            <IconCopy size={20} aria-hidden />
          </ToolButton>
          <ToolButton label={t('remove', { number })} onClick={onRemove}>
            <IconTrash size={20} aria-hidden />
          </ToolButton>
        </div>
      </div>
      {fault && (
        <p className={classes.fault} role="alert">
          <IconAlertCircle size={18} aria-hidden />
          {errorText(fault)}
        </p>
      )}
      {open && <QuestionFields builder={builder} question={question} index={index} />}
    </li>
  );
}

function QuestionFields({ builder, question, index }: Pick<Props, 'builder' | 'question' | 'index'>) {
  const t = useTranslations('forms');
  const { questions: form, clearFault } = builder;
  const path = `questions.${index}` as const;
  const several = question.multiple_right_answers;

  function setSeveral(next: boolean): void {
    const answers = next ? question.answers : withSingleRight(question.answers);
    form.set(path, { ...question, multiple_right_answers: next, answers });
    clearFault(question.key);
  }

  return (
    <div className={classes.fields}>
      <Textarea
        label={t('question_title')}
        required
        autosize
        minRows={1}
        maxRows={8}
        {...form.field(`${path}.title`)}
      />
      <Textarea
        label={t('question_description')}
        autosize
        minRows={1}
        maxRows={8}
        {...form.field(`${path}.description`)}
      />
      <div className={classes.options}>
        <SegmentedControl
          aria-label={t('right_answers')}
          value={several ? 'several' : 'one'}
          onChange={(next) => setSeveral(next === 'several')}
          data={[
            { value: 'one', label: t('one_right') },
            { value: 'several', label: t('several_right') },
          ]}
        />
        <Switch label={t('required')} {...form.checkbox(`${path}.required`)} />
        <NumberInput
          className={classes.score}
          label={t('score')}
          clampBehavior="none"
          min={0}
          max={100}
          {...form.field(`${path}.score`)}
        />
      </div>
      <AnswerList builder={builder} question={question} index={index} />
    </div>
  );
}
