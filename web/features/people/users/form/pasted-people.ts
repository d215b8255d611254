/** Somebody named by a pasted list. */
export interface PastedPerson {
  /** As it was pasted. */
  text: string;
  email?: string;
  phone?: string;
  last_name?: string;
  first_name?: string;
}

export interface PastedList {
  people: PastedPerson[];
  /** What names neither an e-mail nor a phone. */
  unknown: string[];
}

/** Which name stands first; `auto`: the first name before <an address> in Latin letters, else the last name. */
export const NAME_ORDERS = ['auto', 'last_first', 'first_last'] as const;
export type NameOrder = (typeof NAME_ORDERS)[number];

const EMAIL = /[^\s<>"(),;:]+@[^\s<>"'(),;:]+/g;
const WHOLE_EMAIL = /^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/;
const PHONE = /\+?[\d(][\d\s().-]{7,}\d/g;
const LETTER = /\p{L}/u;

/**
 * People of a list as it is copied from mails, sheets and messengers: one or several a line, with an e-mail, a phone or
 * both, perhaps with a name. Nobody is taken twice.
 */
export function pastedPeople(text: string, order: NameOrder): PastedList {
  const found = new Map<string, PastedPerson>();
  const unknown = new Set<string>();
  for (const part of text.split('\n').flatMap(partsOf)) {
    const person = personOf(part, order);
    if (!person) unknown.add(part);
    else {
      const key = person.email?.toLowerCase() ?? person.phone!.replace(/\D/g, '');
      if (!found.has(key)) found.set(key, person);
    }
  }
  return { people: [...found.values()], unknown: [...unknown] };
}

/**
 * The people of a line. Commas and semicolons divide people, unless they stand within one: "Коваль, Ганна <anna@…>", or a
 * row of a sheet. A name belongs to the address that follows it.
 */
function partsOf(line: string): string[] {
  const { emails, phones, rest } = contactsIn(line);
  const isOne = emails.length <= 1 && phones.length <= 1 && LETTER.test(rest);
  const parts = isOne ? [line] : groupsOf(line);
  return parts.map((part) => part.trim()).filter((part) => /[\p{L}\p{N}]/u.test(part));
}

function groupsOf(line: string): string[] {
  const groups: string[] = [];
  let waiting = '';
  // What stands in quotation marks is one name; between blanks each e-mail ends a person.
  for (const piece of line.match(/(?:"[^"]*"|[^,;"]|"(?![^"]*"))+[,;]?/g) ?? []) {
    for (const text of piece.match(/[^]*?[^\s@]@[^\s,;]+[,;]?|[^]+/g) ?? []) {
      const { emails, phones } = contactsIn(text);
      waiting += text;
      if (emails.length + phones.length === 0) continue;
      groups.push(waiting.replace(/[\s,;]+$/, ''));
      waiting = '';
    }
  }
  return [...groups, waiting];
}

/** The addresses of a text, and the text without them. */
function contactsIn(text: string) {
  const emails = (text.match(EMAIL) ?? []).map((email) => email.replace(/^'+/, '').replace(/\.$/, ''));
  const others = text.replaceAll(/\bmailto:/gi, ' ').replaceAll(EMAIL, ' ');
  const phones = (others.match(PHONE) ?? []).map((phone) => phone.trim());
  return { emails, phones, rest: others.replaceAll(PHONE, ' ') };
}

function personOf(text: string, order: NameOrder): PastedPerson | null {
  const { emails, phones, rest } = contactsIn(text);
  const [email] = emails;
  const [phone] = phones;
  if (email ? !WHOLE_EMAIL.test(email) : !phone) return null;
  const address = email ?? phone!;
  // "Last, First" before the address says itself which is which.
  const before = /^([^,]+),([^]+)$/.exec(text.slice(0, text.indexOf(address)));
  const [last, first] = [wordsOf(before?.[1] ?? ''), wordsOf(contactsIn(before?.[2] ?? '').rest)];
  const named =
    last.length > 0 && first.length > 0
      ? { last_name: last.join(' '), first_name: first.join(' ') }
      : namesOf(wordsOf(rest), order, text.includes('<'));
  return { text, ...(email && { email }), ...(phone && { phone }), ...named };
}

/** An apostrophe is a letter of a name, and a quotation mark only around all of it. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/[\s<>"“”„«»(),;]+/g, ' ')
    .trim()
    .replace(/^'(.*)'$/, '$1')
    .split(' ')
    .filter((word) => LETTER.test(word));

/** A title or a particle, which belongs to the word behind it: Dr., von der. */
const LEADS = /^(\p{Ll}[\p{Ll}'’]*|\p{Lu}\p{L}+\.)$/u;

/** Words as names; all of them are kept, and a particle tells a last name wherever it stands. */
function namesOf(words: readonly string[], order: NameOrder, isBracketed: boolean) {
  if (words.length === 0) return {};
  const isCased = words.some((word) => /^\p{Lu}/u.test(word));
  const names: string[] = [];
  let lead = '';
  for (const [at, word] of words.entries()) {
    const isLead = isCased && LEADS.test(word) && at < words.length - 1;
    if (!isLead) names.push(lead + word);
    lead = isLead ? `${lead}${word} ` : '';
  }
  if (names.length === 1) return { first_name: names[0]! };
  const isFirstFirst =
    order === 'first_last' ||
    (order === 'auto' && isBracketed && /^[\p{Script=Latin}\P{L}]+$/u.test(words.join('')));
  const particle = names.findIndex((name) => isCased && /^\p{Ll}/u.test(name));
  const place = particle >= 0 ? particle : isFirstFirst ? names.length - 1 : 0;
  return {
    last_name: names[place]!,
    first_name: names.filter((_, at) => at !== place).join(' '),
  };
}
