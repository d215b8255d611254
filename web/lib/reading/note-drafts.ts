import { safely } from '../api/safely.ts';
import { NOTES } from '../session/stored.ts';

/** A note as it was typed, until the server has it. */
export interface NoteDraft {
  course_id: number;
  material_id: number;
  text: string;
}

const keyOf = (login: string, material_id: number) => `${NOTES}${login}.${material_id}`;

export function keepDraft(login: string, draft: NoteDraft): void {
  safely(() => localStorage.setItem(keyOf(login, draft.material_id), JSON.stringify(draft)));
}

export function draftOf(login: string, material_id: number): NoteDraft | null {
  return read(keyOf(login, material_id));
}

/** It has arrived, unless something else has been typed since. */
export function dropDraft(login: string, { material_id, text }: NoteDraft): void {
  if (draftOf(login, material_id)?.text === text)
    safely(() => localStorage.removeItem(keyOf(login, material_id)));
}

/** All that waits of a login (`loginKey`) in this browser. */
export function draftsOf(login: string): NoteDraft[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(`${NOTES}${login}.`))
    .map(read)
    .filter((draft) => draft !== null);
}

function read(key: string): NoteDraft | null {
  return safely(() => JSON.parse(localStorage.getItem(key) ?? 'null') as NoteDraft | null) ?? null;
}
