import { pictureOf } from '#contract/exams/questions';
import { useTranslations } from 'use-intl';
import { MarkedPlaces } from '../../../../../ui/places/marked-places.tsx';
import type { AnswersProps } from './answers.ts';

/** Places marked on the picture of a question. */
export function HotspotAnswer({ question, given, locked, onAnswer }: AnswersProps) {
  const t = useTranslations('attempts.question');
  const picture = pictureOf(question.files);
  const { places: most = 1, alt = '' } = question.hotspot ?? {};
  if (!picture) return null;
  return (
    <MarkedPlaces
      picture={picture}
      alt={alt || t('picture')}
      most={most}
      marks={Array.isArray(given.response) ? given.response : []}
      locked={locked}
      words={{
        surface: t('place_surface', { most }),
        keys: t('place_keys'),
        set: (count) => t('marks_set', { count, most }),
        full: t('marks_full'),
        at: (place) => t('mark_at', place),
        number: (number, place) => t('mark_number', { number, place }),
        move: (number, place) => t('mark_move', { number, place }),
        remove: (number) => t('mark_remove', { number }),
        remove_short: t('mark_remove_short'),
      }}
      onMark={(response) => onAnswer({ answer_ids: [], response })}
    />
  );
}
