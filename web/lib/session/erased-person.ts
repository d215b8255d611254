import type { Language } from '#contract/identity/accounts';
import { withTicket } from './dispatched.ts';

const WORDS: Record<Language, string> = {
  uk: 'Видалена особа',
  en: 'Erased person',
  de: 'Gelöschte Person',
};

/** Where an answer names a person: everywhere, and as what an entry of the history is about. */
function namesPerson(key: string, { object_model, kind }: Record<string, unknown>): boolean {
  if (key === 'object_label') return object_model === 'membership';
  return key === 'last_name' || (key === 'label' && /person$|^(host|paper_sheet)$/.test(String(kind)));
}

/**
 * Parses an answer. Somebody who was erased has their number for a last name, in whatever list they stand; here it becomes
 * the words of the interface's language, so that no screen has to know.
 */
export function parseAnswer(answer: string): unknown {
  const text = withTicket(answer);
  if (!text.includes('":"№')) return JSON.parse(text);
  return JSON.parse(text, function (this: Record<string, unknown>, key, value: unknown) {
    return typeof value === 'string' && /^№\d+$/.test(value) && namesPerson(key, this)
      ? `${WORDS[document.documentElement.lang as Language]} ${value}`
      : value;
  });
}
