import { getPackageAnswers } from '#contract/learning/packages';
import { useTranslations } from 'use-intl';
import { useData } from '../../../lib/api/use-data.ts';
import { useNumbers } from '../../../lib/words/numbers.ts';
import { Facts } from '../../../ui/page/panel.tsx';
import { Loaded } from '../../../ui/state/loaded.tsx';
import type { Material } from './package.ts';

/** How a package goes: its last tries, and the share of right answers to each of its questions, the hardest first. */
export default function PackageAnswers({ material }: { material: Material }) {
  const t = useTranslations('packages.answers');
  const score = useTranslations('packages');
  const { number } = useNumbers();
  const params = { id: material.course_id, materialId: material.id };
  const query = useData(getPackageAnswers, { params });
  return (
    <Loaded query={query}>
      {(found) =>
        found.people > 0 && (
          <section className="before-7 after-8 stack gap-6">
            <h2 className="flush">{t('title')}</h2>
            <Facts
              short
              facts={[
                [t('people'), number(found.people)],
                [t('completed'), number(found.completed)],
                [t('passed'), number(found.passed)],
                [t('failed'), number(found.failed)],
                [t('score'), found.score === null ? '–' : score('score', { score: Math.round(found.score) })],
              ]}
            />
            {found.questions.length > 0 && (
              <ol className="plain stack gap-5" aria-label={t('questions')}>
                {found.questions.map((one, place) => (
                  // A package may name two questions alike.
                  <li key={place}>
                    <strong>{one.description || one.name}</strong>
                    <p className="quiet flush">
                      {one.share === null
                        ? t('unjudged', { answers: one.answers })
                        : t('share', { share: Math.round(one.share), answers: one.answers })}
                      {one.item && ` · ${one.item}`}
                    </p>
                  </li>
                ))}
              </ol>
            )}
          </section>
        )
      }
    </Loaded>
  );
}
