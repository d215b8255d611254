import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../../../lib/api/errors.ts';
import { Notice } from '../../../../ui/state/notice.tsx';
import { useBuilder } from '../builder-context.ts';
import { readsAsDate } from '../../../../lib/words/wall-clock.ts';
import type { DraftState } from '../draft-store.ts';
import { settingsErrors } from '../draft.ts';
import { goToDraw } from '../draws/go-to-draw.ts';
import { goToWhen } from '../settings/go-to-when.ts';
import { PROBLEMS_ID } from './go-to-problems.ts';
import classes from '../form-builder.module.css';
import { questionWarning } from '../warnings.ts';

/** What keeps the draft from being published, each with the way to its question or draw. */
export function PublishingProblems({ state: { questions, settings, faults } }: { state: DraftState }) {
  const t = useTranslations('forms');
  const draws = useTranslations('bank.draws');
  const dates = useTranslations('shell.dates');
  const errorText = useErrorText();
  const { point, sent } = useBuilder();
  const box = useRef<HTMLDivElement>(null);
  const found = questions.flatMap((question, index) => {
    const warning = sent && questionWarning(question);
    return warning
      ? [
          {
            key: question.key,
            name: t('question', { number: index + 1 }),
            says: t(`warnings.${warning}`),
            go: () => point(question.key),
          },
        ]
      : [];
  });
  const unfilled = settings.draws.flatMap((_, place) => {
    const fault = faults[`draws.${place}`];
    const number = place + 1;
    return fault
      ? [
          {
            key: `draw-${number}`,
            name: draws('draw', { number }),
            says: errorText(fault),
            go: () => goToDraw(number),
          },
        ]
      : [];
  });
  const errors = sent ? settingsErrors(settings) : {};
  const undated = (['opens_at', 'closes_at'] as const).flatMap((name) => {
    const error = errors[name];
    const isTyped = !readsAsDate(settings[name] ?? '');
    return error
      ? [
          {
            key: name,
            name: t(`when.${name}`),
            says: isTyped
              ? dates('wrong', { form: dates('moment_form') })
              : errorText({ code: error.code, params: error.params ?? {} }),
            go: () => goToWhen(name),
          },
        ]
      : [];
  });
  // Only the server knows whether the bank suffices, and it says so when the dialog is gone.
  const isRefused = unfilled.length > 0;
  useEffect(() => {
    if (isRefused) box.current?.scrollIntoView({ block: 'center' });
  }, [isRefused]);
  if (undated.length + found.length + unfilled.length === 0) return null;
  return (
    <div ref={box} id={PROBLEMS_ID} tabIndex={-1} className="after-7">
      <Notice tone="bad" title={t('publishing.refused')} alert>
        <ul className={classes.problems}>
          {[...undated, ...found, ...unfilled].map(({ key, name, says, go }) => (
            <li key={key}>
              <button type="button" onClick={go}>
                {name}
              </button>
              : {says}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
