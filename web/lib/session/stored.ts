/* What local storage holds of a person, by the beginnings of its keys. A sign-out leaves none of it, for any login. */

export const RECENT = 'osnova.recent.';
export const NOTES = 'osnova.note.';
export const UPLOADS = 'osnova.upload.';
export const PACKAGES = 'osnova.package.';
export const READING = 'osnova.reading.';
export const PLAYED = 'osnova.played.';
export const WORDS = 'osnova.words.';

const OF_PERSON = [RECENT, NOTES, UPLOADS, PACKAGES, READING, PLAYED, WORDS];

export function forgetStored(): void {
  for (const key of Object.keys(localStorage))
    if (OF_PERSON.some((beginning) => key.startsWith(beginning))) localStorage.removeItem(key);
}

/** Whether something of a login (`loginKey`) waits for a connection: notes, and states of packages. */
export const isWaiting = (login: string): boolean =>
  Object.keys(localStorage).some((key) => [NOTES, PACKAGES].some((it) => key.startsWith(`${it}${login}.`)));
