import { useTranslations } from 'use-intl';
import { personName } from '../../../lib/words/person-name.ts';
import { Notice } from '../../../ui/state/notice.tsx';
import type { Waiting } from './mark.ts';

/** What two people gave who differ. */
export function Differing({ answer: { marks, question } }: { answer: Waiting }) {
  const t = useTranslations('marks');
  const scores = marks.map(({ score }) => score);
  const points = Math.round((Math.max(...scores) - Math.min(...scores)) * 100) / 100;
  return (
    <Notice tone="warning" title={t('differ', { points })}>
      <ul className="stack plain gap-3">
        {marks.map(({ marker, score, comment }) => (
          <li key={marker.id}>
            <strong>{personName(marker)}</strong>: {t('points_of', { points: score, most: question.score })}
            {comment && <span className="as-written"> — {comment}</span>}
          </li>
        ))}
      </ul>
      <p className="flush before-4">{t('differ_text')}</p>
    </Notice>
  );
}
