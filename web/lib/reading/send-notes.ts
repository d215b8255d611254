import { saveNote } from '#contract/learning/notes';
import { ApiError, call } from '../api/api.ts';
import { dropDraft, draftsOf, type NoteDraft } from './note-drafts.ts';

/** Sends one note; what is typed meanwhile waits on. Throws `ApiError`. */
export async function sendNote(login: string, draft: NoteDraft, leaving = false): Promise<void> {
  const { course_id, material_id, text } = draft;
  const params = { id: course_id, materialId: material_id };
  await call(saveNote, { params, body: { text }, quiet: true, keepalive: leaving });
  dropDraft(login, draft);
}

/** Sends what waits of a login. What the server refuses stays: its material may open again. */
export async function sendNotes(login: string): Promise<void> {
  for (const draft of draftsOf(login)) {
    try {
      await sendNote(login, draft);
    } catch (error) {
      if (error instanceof ApiError && error.status === 0) return;
    }
  }
}
