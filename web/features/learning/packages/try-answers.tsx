import { getPackageTry } from '#contract/learning/packages';
import { useTranslations } from 'use-intl';
import { useData } from '../../../lib/api/use-data.ts';
import { personName } from '../../../lib/words/person-name.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Facts } from '../../../ui/page/panel.tsx';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { StatusBadge, type Tone } from '../../../ui/state/status-badge.tsx';
import type { TryRow } from './package.ts';

interface Props {
  params: { id: number; materialId: number };
  row: TryRow;
  onClose: () => void;
}

const OUTCOMES = ['correct', 'wrong', 'incorrect', 'neutral', 'unanticipated'] as const;
/** A word of the standard; else it is a number of points. */
const isOutcome = (result: string): result is (typeof OUTCOMES)[number] =>
  OUTCOMES.some((one) => one === result);

const TONES: Record<(typeof OUTCOMES)[number], Tone> = {
  correct: 'good',
  wrong: 'bad',
  incorrect: 'bad',
  neutral: 'neutral',
  unanticipated: 'warning',
};

/** Of a package of one section its name says nothing. */
const isOfSeveral = (interactions: readonly { item: string }[]): boolean =>
  new Set(interactions.map(({ item }) => item)).size > 1;

/** What a student answered in a try, in the words of the package. */
export default function TryAnswers({ params, row, onClose }: Props) {
  const t = useTranslations('packages.results');
  const query = useData(getPackageTry, { params: { ...params, tryId: row.id } });
  return (
    <Dialog size="lg" title={t('answers', { name: personName(row) })} onClose={onClose}>
      <Loaded query={query}>
        {({ interactions }) =>
          interactions.length === 0 ? (
            <p className="quiet">{t('no_answers')}</p>
          ) : (
            <ol className="plain">
              {interactions.map((one, place) => (
                // A package may name two questions alike.
                <li key={place} className="ruled roomy stack gap-4">
                  <p className="wraps gap-5 flush">
                    <strong>{one.description || one.name}</strong>
                    {isOutcome(one.result) ? (
                      <StatusBadge tone={TONES[one.result]}>{t(`outcomes.${one.result}`)}</StatusBadge>
                    ) : (
                      one.result && `${t('result')}: ${one.result}`
                    )}
                  </p>
                  {isOfSeveral(interactions) && <p className="quiet flush">{one.item}</p>}
                  <Facts
                    facts={[
                      [t('response'), one.response],
                      [t('correct'), one.correct.replaceAll('\n', ' · ')],
                    ]}
                  />
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </Dialog>
  );
}
