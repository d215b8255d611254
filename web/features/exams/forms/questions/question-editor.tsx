import { isByHand } from '#contract/exams/questions';
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconCopy,
  IconGripVertical,
  IconPaperclip,
  IconTrash,
} from '@tabler/icons-react';
import { type KeyboardEvent, memo, type PointerEvent, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { type ShownError, useErrorText } from '../../../../lib/api/errors.ts';
import type { QuestionDraft, Typed } from '../draft.ts';
import { type BankLink, useLink } from '../bank/links.ts';
import classes from './question-editor.module.css';
import { ToolButton } from '../../../../ui/page/tool-button.tsx';
import { SectionChoice } from '../sections/section-choice.tsx';
import type { SectionDraft } from '../sections/sections.ts';
import { isUnwritten, questionWarning } from '../warnings.ts';
import { later } from '../../../../lib/page/later.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import { MathText } from '../../../../ui/rich-text/math-text.tsx';

const LinkedQuestion = later(() => import('../bank/linked-question.tsx'));
const QuestionFields = later(() => import('./question-fields.tsx'));

export interface QuestionActions {
  toggle: (key: string) => void;
  copy: (key: string) => void;
  move: (key: string, step: 1 | -1) => void;
  toSection: (key: string, section: number) => void;
  remove: (key: string) => void;
  grip: (event: PointerEvent<HTMLElement>) => void;
}

interface Props {
  question: QuestionDraft;
  index: number;
  /** Nothing to move it above, or below. */
  isFirst: boolean;
  isLast: boolean;
  sections: readonly SectionDraft[];
  open: boolean;
  fault: ShownError | undefined;
  files: number;
  /** Most points that it may give. */
  most: Typed;
  copying: boolean;
  dragged: boolean;
  drop: 'before' | 'after' | undefined;
  actions: QuestionActions;
}

/** One question of the draft: a line, and opened its fields. Alt with the arrows moves it. Drawn anew only when it changes. */
export const QuestionEditor = memo(function QuestionEditor(props: Props) {
  const {
    question,
    index,
    isFirst,
    isLast,
    sections,
    open,
    fault,
    files,
    most,
    copying,
    dragged,
    drop,
    actions,
  } = props;
  const t = useTranslations('forms');
  const errorText = useErrorText();
  const number = index + 1;
  const { key } = question;
  const right = question.answers.filter((answer) => answer.is_right_answer).length;
  // Nobody is told what is missing before they have begun.
  const warning = open && isUnwritten(question) ? null : questionWarning(question);
  const link = useLink(key);

  function press(event: KeyboardEvent): void {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    actions.move(key, event.key === 'ArrowUp' ? -1 : 1);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={`${classes.card} ${classes.drops} faults held`}
      data-key={key}
      data-open={open || undefined}
      data-fault={fault !== undefined || undefined}
      data-chosen={dragged || undefined}
      data-drop={drop}
      onKeyDown={press}
    >
      <div className={classes.head}>
        {/* Dragging is one way; the arrows do the same. */}
        <span className="grip" onPointerDown={actions.grip} title={t('drag')} aria-hidden>
          <IconGripVertical size={20} />
        </span>
        <button
          type="button"
          className={classes.fold}
          aria-expanded={open}
          onClick={() => actions.toggle(key)}
        >
          <IconChevronDown size={20} aria-hidden className={classes.chevron} />
          <span className={classes.number}>{t('question', { number })}</span>
          {!open && (
            <span className="cut">
              <MathText>{question.title || t('untitled')}</MathText>
            </span>
          )}
        </button>
        {!open && (
          <span className={`${classes.facts} quiet unbent`}>
            {link && (
              <span className={classes.clip}>
                <LinkBadge link={link} />
              </span>
            )}
            {files > 0 && (
              <span className={classes.clip}>
                <IconPaperclip size={16} aria-hidden /> {files}
              </span>
            )}
            {question.type === 'choice'
              ? t('facts', { answers: question.answers.length, right, score: Number(question.score) || 0 })
              : `${t(`types.${question.type}`)} · ${t(isByHand(question.type) ? 'facts_marked' : 'facts_typed', { answers: question.answers.length, score: Number(question.score) || 0 })}`}
          </span>
        )}
        <div className={`${classes.tools} ends`}>
          <ToolButton
            inRow
            label={t('move_up', { number })}
            disabled={isFirst}
            onClick={() => actions.move(key, -1)}
          >
            <IconArrowUp size={20} aria-hidden />
          </ToolButton>
          <ToolButton
            inRow
            label={t('move_down', { number })}
            disabled={isLast}
            onClick={() => actions.move(key, 1)}
          >
            <IconArrowDown size={20} aria-hidden />
          </ToolButton>
          <ToolButton
            inRow
            label={copying ? t('copy', { number }) : t('copy_forbidden', { number })}
            disabled={!copying}
            onClick={() => actions.copy(key)}
          >
            <IconCopy size={20} aria-hidden />
          </ToolButton>
          <ToolButton inRow label={t('remove', { number })} onClick={() => actions.remove(key)}>
            <IconTrash size={20} aria-hidden />
          </ToolButton>
        </div>
      </div>
      {fault ? (
        <p className={classes.fault} role="alert">
          <IconAlertCircle size={18} aria-hidden />
          {errorText(fault)}
        </p>
      ) : (
        warning && (
          <p className={classes.warning}>
            <IconAlertTriangle size={18} aria-hidden />
            {t(`warnings.${warning}`)}
          </p>
        )
      )}
      {open && sections.length > 1 && (
        <div className={classes.section}>
          <SectionChoice
            label={t('sections.of', { number })}
            sections={sections}
            value={question.section}
            onChange={(section) => actions.toSection(key, section)}
          />
        </div>
      )}
      {open && (
        <Suspense fallback={<div className={classes.loading} />}>
          <div className={classes.body}>
            {link ? (
              <LinkedQuestion question={question} link={link} most={most} />
            ) : (
              <QuestionFields question={question} index={index} most={most} />
            )}
          </div>
        </Suspense>
      )}
    </li>
  );
});

/** Says of a folded question that the bank keeps its words, and whether they have changed there. */
function LinkBadge({ link: { version, latest } }: { link: BankLink }) {
  const t = useTranslations('bank.link');
  return (
    <StatusBadge tone={latest > version ? 'warning' : 'neutral'}>
      {latest > version ? t('older') : t('linked')}
    </StatusBadge>
  );
}
