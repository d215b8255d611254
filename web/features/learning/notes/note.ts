import type { listNotes } from '#contract/learning/notes';
import type { ResponseOf } from '#contract/platform';
import { useTranslations } from 'use-intl';
import { listNotes as endpoint } from '#contract/learning/notes';
import { placeHash, type Place } from '../../../lib/reading/place.ts';
import { queryClient } from '../../../lib/api/use-data.ts';

export type Note = ResponseOf<typeof listNotes>['results'][number];
type Bookmark = Exclude<Note['kind'], 'note'>;

export const isPlace = (kind: Note['kind']): kind is Place['kind'] => kind !== 'note' && kind !== 'material';

/** Where a note or bookmark leads. */
export const pathOf = ({ course, material, kind, at }: Note): string =>
  `/course/${course.id}/education-materials/${material.id}${isPlace(kind) ? placeHash({ kind, at }) : ''}`;

/** How a place is called. */
export function usePlaceName() {
  const t = useTranslations('notes.place');
  return (kind: Bookmark, at: number, text: string | undefined): string =>
    kind === 'material'
      ? t('material')
      : kind === 'heading'
        ? text || t('heading', { number: at + 1 })
        : kind === 'page'
          ? t('page', { number: at })
          : t('second', { time: clockOf(at) });
}

/** 3:12, or 1:03:12 */
function clockOf(seconds: number): string {
  const [hours, minutes, rest] = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(Math.floor) as [
    number,
    number,
    number,
  ];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** After a quiet write: only lists of notes show what was written. */
export const readNotesAgain = () => queryClient.invalidateQueries({ queryKey: [endpoint.path] });
