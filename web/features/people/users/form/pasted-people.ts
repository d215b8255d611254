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

const EMAIL = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;
const WHOLE_EMAIL = /^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/;
const PHONE = /\+?[\d(][\d\s().-]{7,}\d/;

/**
 * People of a list as it is copied from mails, sheets and messengers: one or several a line, an e-mail or a phone
 * each, perhaps with a name before it, the family name first. Nobody is taken twice.
 */
export function pastedPeople(text: string): PastedList {
  const found = new Map<string, PastedPerson>();
  const unknown = new Set<string>();
  for (const line of text.split(/[\n;]/)) {
    for (const part of partsOf(line)) {
      const person = personOf(part);
      if (!person) unknown.add(part);
      else {
        const key = person.email?.toLowerCase() ?? person.phone!.replace(/\D/g, '');
        if (!found.has(key)) found.set(key, person);
      }
    }
  }
  return { people: [...found.values()], unknown: [...unknown] };
}

/** A comma divides people, unless it stands within one: "Коваль, Ганна <anna@…>". */
function partsOf(line: string): string[] {
  const trimmed = line.trim();
  const addresses = trimmed.match(EMAIL)?.length ?? 0;
  const pieces = trimmed.split(',').map((piece) => piece.trim());
  const parts = addresses > 1 || pieces.every((piece) => isAddress(piece)) ? pieces : [trimmed];
  const divided = parts.flatMap((part) =>
    (part.match(EMAIL)?.length ?? 0) > 1 ? part.split(/\s+(?=\S+@)/) : [part],
  );
  return divided.filter((part) => /[\p{L}\p{N}]/u.test(part));
}

const isAddress = (text: string) => text === '' || WHOLE_EMAIL.test(text) || PHONE.test(text);

function personOf(text: string): PastedPerson | null {
  const email = text
    .match(EMAIL)?.[0]
    .replace(/^mailto:/i, '')
    .replace(/\.$/, '');
  if (email && !WHOLE_EMAIL.test(email)) return null;
  const phone = email ? undefined : text.match(PHONE)?.[0].trim();
  const address = email ?? phone;
  if (!address) return null;
  const words = text
    .replace(address, ' ')
    .split(/[\s<>"'(),]+/)
    .filter((word) => /\p{L}/u.test(word) && !/^mailto:?$/i.test(word));
  const [last_name, first_name] = words;
  return {
    text,
    ...(email ? { email } : { phone: phone! }),
    ...(last_name && first_name && { last_name, first_name }),
  };
}
