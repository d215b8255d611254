import { useTranslations } from 'use-intl';
import { personName } from '../../../lib/words/person-name.ts';
import { Notice } from '../../../ui/state/notice.tsx';
import type { Waiting } from './mark.ts';
import classes from './marking-screen.module.css';
import { agreedLevel } from './points.ts';

/** What two people gave, who mostly differ. */
export function Differing({ answer: { marks, question } }: { answer: Waiting }) {
  const t = useTranslations('marks');
  const { rubric = [] } = question.marking;
  const scores = marks.map(({ score }) => score);
  const points = Math.round((Math.max(...scores) - Math.min(...scores)) * 100) / 100;
  return (
    <Notice tone="warning" title={points > 0 ? t('differ', { points }) : t('agree')}>
      <ul className="stack plain gap-3">
        {marks.map(({ marker, score, comment }) => (
          <li key={marker.id}>
            <strong>{personName(marker)}</strong>: {t('points_of', { points: score, most: question.score })}
            {comment && <span className="as-written"> — {comment}</span>}
          </li>
        ))}
      </ul>
      {rubric.length > 0 && (
        <dl className={classes.levels}>
          {rubric.map((criterion, at) => (
            <div key={criterion.title}>
              <dt className="whole">
                {criterion.title}
                {agreedLevel(marks, at) === null && <strong> — {t('differs')}</strong>}
              </dt>
              {marks.map(({ marker, levels }) => {
                const level = criterion.levels[levels?.[at] ?? -1];
                return (
                  <dd key={marker.id} className="flush">
                    {personName(marker)}: {level ? t('level', level) : '—'}
                  </dd>
                );
              })}
            </div>
          ))}
        </dl>
      )}
      <p className="flush before-4">
        {t(points === 0 ? 'agree_text' : rubric.length > 0 ? 'differ_levels' : 'differ_text')}
      </p>
    </Notice>
  );
}
