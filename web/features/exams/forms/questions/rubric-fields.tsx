import { CRITERION_LENGTH } from '#contract/exams/questions';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import { type CriterionDraft, mostOfRubric, newCriterion, newLevel, type QuestionDraft } from '../draft.ts';
import { WholeNumber } from '../whole-number.tsx';
import classes from './question-editor.module.css';
import { ToolButton } from '../../../../ui/page/tool-button.tsx';

const CRITERIA = 10;
const LEVELS = 9;

interface Props {
  question: QuestionDraft;
  errorAt: (name: string) => string | undefined;
  onTouch: (name: string) => void;
  onChange: (name: string, next: Partial<QuestionDraft>) => void;
}

/** What an answer is judged by: criteria with levels, whose points together are what the question scores. */
export function RubricFields({ question, errorAt, onTouch, onChange }: Props) {
  const t = useTranslations('forms');
  const { rubric } = question;

  function change(next: readonly CriterionDraft[], name = ''): void {
    onChange(name, { rubric: next, ...(next.length > 0 && { score: mostOfRubric(next) }) });
  }

  const set = (at: number, next: Partial<CriterionDraft>, name = '') =>
    change(
      rubric.map((one, place) => (place === at ? { ...one, ...next } : one)),
      name,
    );

  return (
    <fieldset className={`${classes.answers} bare`}>
      <legend>{t('rubric')}</legend>
      <ul>
        {rubric.map((criterion, at) => (
          <li key={criterion.key} className="stack gap-4 parted-8">
            <div className={classes.criterion}>
              <TextInput
                label={t('criterion', { number: at + 1 })}
                maxLength={CRITERION_LENGTH}
                value={criterion.title}
                error={errorAt(`marking.rubric.${at}.title`)}
                onBlur={() => onTouch(`marking.rubric.${at}.title`)}
                onChange={(event) => set(at, { title: event.currentTarget.value }, `rubric.${at}.title`)}
              />
              <ToolButton
                inRow
                label={t('remove_criterion', { number: at + 1 })}
                onClick={() => change(rubric.toSpliced(at, 1))}
              >
                <IconX size={18} aria-hidden />
              </ToolButton>
            </div>
            <Levels
              criterion={criterion}
              number={at + 1}
              errorAt={(name) => errorAt(`marking.rubric.${at}.levels.${name}`)}
              onTouch={(name) => onTouch(`marking.rubric.${at}.levels.${name}`)}
              onChange={(levels, name) => set(at, { levels }, name && `rubric.${at}.levels.${name}`)}
            />
          </li>
        ))}
      </ul>
      <Button
        variant="subtle"
        leftSection={<IconPlus size={18} aria-hidden />}
        disabled={rubric.length >= CRITERIA}
        onClick={() => change([...rubric, newCriterion()])}
      >
        {t('add_criterion')}
      </Button>
      <p className="note">{t('rubric_hint')}</p>
    </fieldset>
  );
}

interface LevelsProps {
  criterion: CriterionDraft;
  /** Of its criterion, from 1. */
  number: number;
  errorAt: (name: string) => string | undefined;
  onTouch: (name: string) => void;
  onChange: (levels: CriterionDraft['levels'], name?: string) => void;
}

function Levels({ criterion: { levels }, number, errorAt, onTouch, onChange }: LevelsProps) {
  const t = useTranslations('forms');
  const set = (at: number, next: Partial<CriterionDraft['levels'][number]>, name: string) =>
    onChange(
      levels.map((one, place) => (place === at ? { ...one, ...next } : one)),
      `${at}.${name}`,
    );
  return (
    <>
      {levels.map((level, at) => (
        <div key={level.key} className={classes.level}>
          <TextInput
            aria-label={t('level', { number, level: at + 1 })}
            placeholder={t('level', { number, level: at + 1 })}
            maxLength={CRITERION_LENGTH}
            value={level.title}
            error={errorAt(`${at}.title`)}
            onBlur={() => onTouch(`${at}.title`)}
            onChange={(event) => set(at, { title: event.currentTarget.value }, 'title')}
          />
          <WholeNumber
            aria-label={t('level_points', { number, level: at + 1 })}
            value={level.points}
            error={errorAt(`${at}.points`)}
            onBlur={() => onTouch(`${at}.points`)}
            onChange={(points) => set(at, { points }, 'points')}
          />
          <ToolButton
            inRow
            label={t('remove_level', { number, level: at + 1 })}
            disabled={levels.length <= 2}
            onClick={() => onChange(levels.toSpliced(at, 1))}
          >
            <IconX size={18} aria-hidden />
          </ToolButton>
        </div>
      ))}
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={levels.length >= LEVELS}
        onClick={() => onChange([...levels, newLevel((Number(levels.at(-1)?.points) || 0) + 1)])}
      >
        {t('add_level')}
      </Button>
    </>
  );
}
