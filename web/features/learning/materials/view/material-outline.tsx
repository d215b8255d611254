import type { getLibraryCourse } from '#contract/learning/library';
import type { ResponseOf } from '#contract/platform';
import { useTranslations } from 'use-intl';
import { EmptyState } from '../../../../ui/state/states.tsx';
import classes from './course-materials.module.css';
import { MATERIAL_ICONS } from '../material-type.tsx';
import counts from './material-outline.module.css';
import type { MaterialType } from '../material.ts';
import { MathText } from '../../../../ui/rich-text/math-text.tsx';

type Outline = ResponseOf<typeof getLibraryCourse>['outline'];

/** What a course teaches, in order, with nothing to open. */
export function MaterialOutline({ materials }: { materials: Outline }) {
  const t = useTranslations('materials');
  if (materials.length === 0) return <EmptyState title={t('list.empty')} text={t('list.empty_reader')} />;
  return (
    <ol className={classes.list}>
      {materials.map(({ id, name, description, type, questions }) => {
        const Icon = MATERIAL_ICONS[type];
        return (
          <li key={id} className={`${classes.row} ruled`}>
            <span className={`${classes.icon} accent`}>
              <Icon size={22} aria-hidden />
            </span>
            <div className="shrinks">
              <p className="flush strong">
                <MathText>{name}</MathText>
              </p>
              {description && <p className="note">{description}</p>}
            </div>
            <div className={`${classes.badges} narrow-second`}>
              {questions !== null && (
                <span className="quiet">{t('list.question_count', { count: questions })}</span>
              )}
              <span className="quiet">{t(`types.${type}`)}</span>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** How many materials of each type, as signs with numbers. */
export function MaterialCounts({
  materials,
}: {
  materials: readonly { type: MaterialType; count: number }[];
}) {
  const t = useTranslations('materials');
  return (
    <ul className={counts.counts} aria-label={t('list.label')}>
      {materials.map(({ type, count }) => {
        const Icon = MATERIAL_ICONS[type];
        return (
          <li
            key={type}
            className="row gap-2"
            title={t(`types.${type}`)}
            aria-label={`${t(`types.${type}`)}: ${count}`}
          >
            <Icon size={18} aria-hidden />
            <span aria-hidden>{count}</span>
          </li>
        );
      })}
    </ul>
  );
}
