import type { Language } from '#contract/identity/accounts';
import { withTicket } from './dispatched.ts';

const WORDS: Record<Language, string> = {
  uk: 'Видалена особа',
  en: 'Erased person',
  de: 'Gelöschte Person',
};

/**
 * Parses an answer. Somebody who was erased has their number for a last name, in whatever list they stand; here it becomes
 * the words of the interface's language, so that no screen has to know.
 */
export function parseAnswer(answer: string): unknown {
  const text = withTicket(answer);
  if (!text.includes('"last_name":"№')) return JSON.parse(text);
  return JSON.parse(text, (key, value: unknown) =>
    key === 'last_name' && typeof value === 'string' && /^№\d+$/.test(value)
      ? `${WORDS[document.documentElement.lang as Language]} ${value}`
      : value,
  );
}
