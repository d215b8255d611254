import { pictureOf } from '#contract/exams/questions';
import { useTranslations } from 'use-intl';
import { PicturePlaces, type PlaceKind } from '../../../../../ui/places/picture-places.tsx';
import type { Result } from '../../attempt.ts';

type Question = Pick<
  NonNullable<Result['score_explanation']>[number],
  'files' | 'hotspot' | 'answers' | 'marks'
>;

const kindOf = (place: {
  is_right_answer?: boolean | undefined;
  percent?: number | undefined;
  again?: boolean | undefined;
}): PlaceKind => {
  if (place.is_right_answer === undefined || place.again) return 'plain';
  return place.is_right_answer ? 'right' : place.percent ? 'near' : 'wrong';
};

/** The own marks on their picture and, where the key is shown, the areas that are right and those that were hit. */
export function MarkedPicture({
  question: { files, hotspot, answers },
  marks,
}: {
  question: Question;
  marks: NonNullable<Question['marks']>;
}) {
  const t = useTranslations('attempts.question');
  const picture = pictureOf(files);
  if (!picture) return null;
  return (
    <PicturePlaces
      picture={picture}
      alt={hotspot?.alt || t('picture')}
      areas={answers.flatMap(({ id, title, area, ...answer }) =>
        area ? [{ key: String(id), area, kind: kindOf(answer), name: title }] : [],
      )}
      marks={marks.map((mark, at) => ({ x: mark.x, y: mark.y, kind: kindOf(mark), name: String(at + 1) }))}
    />
  );
}
