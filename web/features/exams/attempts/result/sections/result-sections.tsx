import { useTranslations } from 'use-intl';
import { useNumbers } from '../../../../../lib/words/numbers.ts';
import { Panel } from '../../../../../ui/page/panel.tsx';
import type { Result } from '../../attempt.ts';

/** What each section of a test came to. */
export function ResultSections({ sections }: { sections: NonNullable<Result['sections']> }) {
  const t = useTranslations('attempts.section');
  const results = useTranslations('attempt_results.result');
  const { result } = useNumbers();
  return (
    <Panel title={t('points')}>
      <ul className="stack plain gap-5">
        {sections.map(({ title, score, maximum }, place) => (
          <li key={place} className="wraps gap-4 anywhere">
            <span className="takes-room strong">{title || t('name', { number: place + 1 })}</span>
            <span>
              {results('points_of', { score, max: maximum })}
              {maximum > 0 && <span className="quiet"> · {result((100 * score) / maximum)}</span>}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
