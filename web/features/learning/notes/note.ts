import type { listNotes } from '#contract/learning/notes';
import type { ResponseOf } from '#contract/platform';
import { clockText } from '../../../lib/words/dates.ts';
import { useTranslations } from 'use-intl';
import { listNotes as endpoint } from '#contract/learning/notes';
import { placeHash, type Place } from '../../../lib/reading/place.ts';
import { queryClient } from '../../../lib/api/use-data.ts';
import { materialPath } from '../../../lib/paths/material-paths.ts';

export type Note = ResponseOf<typeof listNotes>['results'][number];
type Bookmark = Exclude<Note['kind'], 'note'>;

export const isPlace = (kind: Note['kind']): kind is Place['kind'] => kind !== 'note' && kind !== 'material';

/** Where a note or bookmark leads. */
export const pathOf = ({ course, material, kind, at }: Note): string =>
  `${materialPath(course.id, material.id)}${isPlace(kind) ? placeHash({ kind, at }) : ''}`;

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
          : t('second', { time: clockText(at) });
}

/** After a quiet write: only lists of notes show what was written. */
export const readNotesAgain = () => queryClient.invalidateQueries({ queryKey: [endpoint.path] });
