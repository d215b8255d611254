import { addBookmark, deleteNote, saveNote } from '#contract/learning/notes';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { errorOf, useErrorText } from '../../../lib/api/errors.ts';
import { showSuccess, showWarning } from '../../../lib/page/toasts.ts';
import { type Note, readNotesAgain } from './note.ts';

/** Deletes a note or bookmark, and offers to take that back: written again, it is there as it was. */
export function useRemoveNote(): (note: Note) => Promise<void> {
  const t = useTranslations();
  const errorText = useErrorText();
  const failed = (error: unknown) => showWarning(errorText(errorOf(error)));
  return async (note) => {
    try {
      await call(deleteNote, { params: { id: note.id }, quiet: true });
    } catch (error) {
      failed(error);
      return;
    }
    void readNotesAgain();
    showSuccess(t(note.kind === 'note' ? 'notes.note_deleted' : 'notes.bookmark_deleted'), {
      label: t('shell.undo.undo'),
      run: () => void again(note).then(readNotesAgain).catch(failed),
    });
  };
}

function again({ kind, at, text, course, material }: Note): Promise<unknown> {
  const params = { id: course.id, materialId: material.id };
  return kind === 'note'
    ? call(saveNote, { params, body: { text }, quiet: true })
    : call(addBookmark, { params, body: { kind, at, text }, quiet: true });
}
