import { getPackageTry } from '#contract/learning/packages';
import { useTranslations } from 'use-intl';
import { useData } from '../../../lib/api/use-data.ts';
import { personName } from '../../../lib/words/person-name.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Facts } from '../../../ui/page/panel.tsx';
import { Loaded } from '../../../ui/state/loaded.tsx';
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
            <ol className="plain stack gap-7">
              {interactions.map((one, place) => (
                // A package may name two questions alike.
                <li key={place}>
                  <Facts
                    facts={[
                      ...(one.item ? [[t('item'), one.item] as const] : []),
                      [t('question'), one.description || one.name],
                      [t('response'), one.response],
                      [t('correct'), one.correct.replaceAll('\n', ' · ')],
                      [t('result'), isOutcome(one.result) ? t(`outcomes.${one.result}`) : one.result],
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
