import { ANSWER_LENGTH } from '#contract/exams/questions';
import { IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Checkbox } from '../../../../../ui/control/choice/checkbox.tsx';
import { TextInput } from '../../../../../ui/control/field/text-input.tsx';
import {
  type Area,
  cornerAdded,
  cornerRemoved,
  cornersOf,
  MOST_CORNERS,
} from '../../../../../ui/places/area.ts';
import type { AnswerDraft } from '../../draft.ts';
import { WholeNumber } from '../../whole-number.tsx';
import { ToolButton } from '../../../../../ui/page/tool-button.tsx';
import classes from './place-fields.module.css';

interface Props {
  answer: AnswerDraft;
  /** From 1. */
  number: number;
  /** A wrong one may give a part of the score. */
  givesParts: boolean;
  isChosen: boolean;
  errorAt: (name: string) => string | undefined;
  onTouch: (name: string) => void;
  onChoose: () => void;
  /** @param name of the field that is typed in; '' for anything that is one step */
  onChange: (next: Partial<AnswerDraft>, name: string) => void;
  onRemove: () => void;
}

/** One area: what it is called, whether it is right, and where it is in numbers. */
export function AreaCard(props: Props) {
  const { answer, number, givesParts, isChosen, errorAt, onTouch, onChoose, onChange, onRemove } = props;
  const t = useTranslations('forms.places');
  const { title, is_right_answer, percent, area } = answer;
  return (
    // Whoever comes to its fields by the keyboard sees on the picture which one it is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset
      className={`${classes.card} bare`}
      data-chosen={isChosen || undefined}
      onFocus={() => {
        if (!isChosen) onChoose();
      }}
    >
      <legend className="strong small">{t('area', { number })}</legend>
      <div className="beside tops gap-4">
        <TextInput
          className="takes-room"
          aria-label={t('area_title', { number })}
          placeholder={t('area_title', { number })}
          maxLength={ANSWER_LENGTH}
          value={title}
          error={errorAt('title')}
          onBlur={() => onTouch('title')}
          onChange={(event) => onChange({ title: event.currentTarget.value }, 'title')}
        />
        <ToolButton inRow label={t('area_remove', { number })} onClick={onRemove}>
          <IconTrash size={18} aria-hidden />
        </ToolButton>
      </div>
      <div className="wraps gap-5">
        <Checkbox
          label={t('is_right')}
          checked={is_right_answer}
          onChange={(event) => onChange({ is_right_answer: event.currentTarget.checked }, '')}
        />
        {givesParts && !is_right_answer && (
          <WholeNumber
            className={classes.number}
            label={t('percent')}
            rightSection={<span aria-hidden>%</span>}
            value={percent === 100 ? 0 : percent}
            error={errorAt('percent')}
            onBlur={() => onTouch('percent')}
            onChange={(next) => onChange({ percent: next }, 'percent')}
          />
        )}
      </div>
      {area && (
        <Numbers area={area} number={number} onChange={(next, name) => onChange({ area: next }, name)} />
      )}
    </fieldset>
  );
}

interface NumbersProps {
  area: Area;
  number: number;
  onChange: (area: Area, name: string) => void;
}

/** Where an area is, in percent of the width and height. */
function Numbers({ area, number, onChange }: NumbersProps) {
  const t = useTranslations('forms.places');
  const set = (at: number) => (part: number) =>
    onChange({ ...area, coords: area.coords.with(at, part) }, `area.${at}`);
  if (area.shape !== 'polygon')
    return (
      <div className={classes.numbers}>
        {(['left', 'top', 'width', 'height'] as const).map((name, at) => (
          <PercentField key={name} label={t(name)} part={area.coords[at] ?? 0} onChange={set(at)} />
        ))}
      </div>
    );
  const corners = cornersOf(area);
  return (
    <div className="stack gap-4">
      {corners.map(({ x, y }, corner) => (
        // oxlint-disable-next-line react/no-array-index-key -- corners have no other name
        <div
          key={corner}
          className={classes.corner}
          role="group"
          aria-label={t('corner', { area: number, number: corner + 1 })}
        >
          <PercentField label={t('left')} part={x} onChange={set(2 * corner)} />
          <PercentField label={t('top')} part={y} onChange={set(2 * corner + 1)} />
          <ToolButton
            inRow
            label={t('corner_add', { number: corner + 1 })}
            disabled={corners.length >= MOST_CORNERS}
            onClick={() => onChange(cornerAdded(area, corner), '')}
          >
            <IconPlus size={18} aria-hidden />
          </ToolButton>
          <ToolButton
            inRow
            label={t('corner_remove', { number: corner + 1 })}
            disabled={corners.length <= 3}
            onClick={() => onChange(cornerRemoved(area, corner), '')}
          >
            <IconX size={18} aria-hidden />
          </ToolButton>
        </div>
      ))}
    </div>
  );
}

/** A part of the width or height in percent with two decimals; what is none is left when the field is. */
function PercentField({
  label,
  part,
  onChange,
}: {
  label: string;
  part: number;
  onChange: (part: number) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      autoComplete="off"
      rightSection={<span aria-hidden>%</span>}
      value={typed ?? String(Math.round(part * 10_000) / 100)}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        const percent = Number(text.trim().replace(',', '.'));
        if (text.trim() !== '' && percent >= 0 && percent <= 100)
          onChange(Math.round(percent * 100) / 10_000);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
