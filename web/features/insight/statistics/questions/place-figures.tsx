import { useTranslations } from 'use-intl';
import { PicturePlaces, type ShownPicture } from '../../../../ui/places/picture-places.tsx';
import type { Question } from '../statistic.ts';

/** Where a picture was marked, over its areas; how often in each is told below it. */
export function PlaceFigures({
  question: { hotspot, answers, area_accepted, marks, besides },
  picture,
}: {
  question: Question;
  picture: ShownPicture;
}) {
  const t = useTranslations('statistics.questions');
  return (
    <>
      <PicturePlaces
        picture={picture}
        alt={hotspot?.alt || t('picture')}
        areas={[
          ...answers.flatMap(({ id, area, is_right_answer, percent }, at) =>
            area
              ? [
                  {
                    key: String(id),
                    area,
                    kind: is_right_answer
                      ? ('right' as const)
                      : percent
                        ? ('near' as const)
                        : ('wrong' as const),
                    name: String(at + 1),
                  },
                ]
              : [],
          ),
          ...(area_accepted ?? []).map(({ title, area }) => ({
            key: title,
            area,
            kind: 'right' as const,
            name: title,
          })),
        ]}
        dots={marks}
      />
      <p className="flush fine">{t('marks', { count: marks.length })}</p>
      {besides > 0 && <p className="flush small">{t('besides', { count: besides })}</p>}
    </>
  );
}
