import { INTRODUCTION_LENGTH, SECTION_TITLE_LENGTH } from '#contract/exams/questions';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import { Textarea } from '../../../../ui/control/field/textarea.tsx';
import { ToolButton } from '../../../../ui/page/tool-button.tsx';
import builder from '../form-builder.module.css';
import cards from '../questions/question-editor.module.css';
import classes from './section-head.module.css';
import type { SectionDraft } from './sections.ts';

export interface SectionActions {
  change: (id: number, next: Partial<SectionDraft>, name: string) => void;
  move: (id: number, step: 1 | -1) => void;
  remove: (id: number) => void;
  /** A question at its end. */
  add: (id: number) => void;
}

interface Props {
  section: SectionDraft;
  place: number;
  total: number;
  /** What stands in it, drawn ones included. */
  count: number;
  sum: number;
  drop: 'before' | 'after' | undefined;
  actions: SectionActions;
}

/** A section in the list of questions: its name, what students read first, and where it stands. */
export function SectionHead({ section, place, total, count, sum, drop, actions }: Props) {
  const t = useTranslations('forms.sections');
  const forms = useTranslations('forms');
  const { id, title, introduction } = section;
  const number = place + 1;
  const [told, setTold] = useState(introduction !== '');
  return (
    <li className={`${classes.head} ${cards.drops} stack gap-4`} data-section={id} data-drop={drop}>
      <div className={`${classes.line} wraps gap-4`}>
        <div className="fills-line">
          <TextInput
            label={t('title', { number })}
            placeholder={t('name', { number })}
            maxLength={SECTION_TITLE_LENGTH}
            value={title}
            onChange={(event) =>
              actions.change(id, { title: event.currentTarget.value }, `section.${id}.title`)
            }
          />
        </div>
        <div className="ends">
          <ToolButton
            inRow
            label={t('move_up', { number })}
            disabled={place === 0}
            onClick={() => actions.move(id, -1)}
          >
            <IconArrowUp size={20} aria-hidden />
          </ToolButton>
          <ToolButton
            inRow
            label={t('move_down', { number })}
            disabled={number === total}
            onClick={() => actions.move(id, 1)}
          >
            <IconArrowDown size={20} aria-hidden />
          </ToolButton>
          <ToolButton inRow label={t('remove', { number })} onClick={() => actions.remove(id)}>
            <IconTrash size={20} aria-hidden />
          </ToolButton>
        </div>
      </div>
      {told && (
        <Textarea
          label={t('introduction')}
          description={t('introduction_hint')}
          minRows={2}
          maxRows={8}
          maxLength={INTRODUCTION_LENGTH}
          value={introduction}
          onChange={(event) =>
            actions.change(id, { introduction: event.currentTarget.value }, `section.${id}.introduction`)
          }
        />
      )}
      <div className="cluster gap-4">
        <span className={count === 0 ? `${builder.warning} flush` : 'quiet'}>
          {count === 0 ? t('empty') : forms('sum', { count, sum })}
        </span>
        {!told && (
          <Button variant="subtle" size="sm" onClick={() => setTold(true)}>
            {t('add_introduction')}
          </Button>
        )}
        <Button
          variant="subtle"
          size="sm"
          leftSection={<IconPlus size={18} aria-hidden />}
          aria-label={t('add_question', { number })}
          onClick={() => actions.add(id)}
        >
          {forms('add_question')}
        </Button>
      </div>
    </li>
  );
}
