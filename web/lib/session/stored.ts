/* What local storage holds of a person, by the beginnings of its keys. A sign-out leaves none of it, for any login. */

export const RECENT = 'osnova.recent.';
export const NOTES = 'osnova.note.';
export const UPLOADS = 'osnova.upload.';

export function forgetStored(): void {
  for (const key of Object.keys(localStorage))
    if ([RECENT, NOTES, UPLOADS].some((beginning) => key.startsWith(beginning))) localStorage.removeItem(key);
}
