import { useState } from 'react';
import { safely } from '../api/safely.ts';
import { plainPictures } from '../files/plain-pictures.ts';
import { loginKey, useProfile } from '../session/session.ts';
import { WORDS } from '../session/stored.ts';

/** Days for which what was typed and not saved is given back. */
const KEPT_DAYS = 30;
/** Pictures that were not sent yet have an address of the page that is gone. */
const UNSENT_PICTURE = /<img[^>]* src="blob:[^>]*>/g;

interface Found<F extends string> {
  at: string;
  words: Partial<Record<F, string>>;
  /** Of the text that it was typed into. */
  revision?: string | undefined;
  lacks_pictures: boolean;
}

export interface KeptWords<F extends string = string> {
  /** What was typed before and never saved. */
  found: Found<F> | null;
  fields: readonly F[];
  keep(words: Partial<Record<F, string>>, revision?: string): void;
  drop: () => void;
}

/**
 * Keeps in this browser what is typed into the texts of a form, until it is saved or thrown away: a page that is closed, or
 * lost, gives it back when the form is opened again.
 * @param name of the form, with the id of what is edited
 * @param fields the texts; choices are not kept, since what they name may be gone
 */
export function useKeptWords<F extends string>(name: string, fields: readonly F[]): KeptWords<F> {
  const key = `${WORDS}${loginKey(useProfile())}.${name}`;
  const [found] = useState(() => read<F>(key));
  return {
    found,
    fields,
    keep: (words, revision) =>
      safely(() => localStorage.setItem(key, JSON.stringify(keptOf(words, revision)))),
    drop: () => safely(() => localStorage.removeItem(key)),
  };
}

function keptOf<F extends string>(words: Partial<Record<F, string>>, revision?: string): Found<F> {
  const texts = JSON.stringify(words);
  const plain = Object.entries<string | undefined>(words).map(([field, text = '']) => [
    field,
    plainPictures(text).replaceAll(UNSENT_PICTURE, ''),
  ]);
  return {
    at: new Date().toISOString(),
    words: Object.fromEntries(plain) as Found<F>['words'],
    revision,
    lacks_pictures: texts.includes('src=\\"blob:'),
  };
}

function read<F extends string>(key: string): Found<F> | null {
  const found = safely(() => JSON.parse(localStorage.getItem(key) ?? 'null') as Found<F> | null) ?? null;
  const isFresh = found && Date.now() - Date.parse(found.at) < KEPT_DAYS * 86_400_000;
  return isFresh ? found : null;
}
