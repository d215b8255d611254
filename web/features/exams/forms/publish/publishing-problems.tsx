import { useTranslations } from 'use-intl';
import { Notice } from '../../../../ui/state/notice.tsx';
import { useBuilder } from '../builder-context.ts';
import type { DraftState } from '../draft-store.ts';
import classes from '../form-builder.module.css';
import { questionWarning } from '../warnings.ts';

/** What keeps the draft from being published, each with the way to its question. */
export function PublishingProblems({ state: { questions } }: { state: DraftState }) {
  const t = useTranslations('forms');
  const { point } = useBuilder();
  const found = questions.flatMap((question, index) => {
    const warning = questionWarning(question);
    return warning ? [{ key: question.key, number: index + 1, warning }] : [];
  });
  if (found.length === 0) return null;
  return (
    <div className="after-7">
      <Notice tone="bad" title={t('publishing.refused')} alert>
        <ul className={classes.problems}>
          {found.map(({ key, number, warning }) => (
            <li key={key}>
              <button type="button" onClick={() => point(key)}>
                {t('question', { number })}
              </button>
              : {t(`warnings.${warning}`)}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
