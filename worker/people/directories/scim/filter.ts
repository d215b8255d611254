import { ScimRefusal } from './refusal.ts';

/** One comparison of a filter: the attribute's path in lower case without its schema, and what it has to equal. */
export interface Condition {
  path: string;
  value: string | number | boolean | null;
}

/** Characters of a filter or path that is read at all. */
const LONGEST = 1000;
/** Comparisons in one filter. */
const MOST = 10;

const TOKEN = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y;

function tokensOf(text: string): string[] {
  if (text.length > LONGEST) throw refused('is too long');
  const tokens: string[] = [];
  const end = text.trimEnd().length;
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < end;) {
    const found = TOKEN.exec(text);
    if (!found) throw refused('has an unclosed quotation mark');
    tokens.push(found[1] ?? found[2] ?? found[3]!);
  }
  return tokens;
}

const refused = (what: string) => new ScimRefusal('invalidFilter', `The filter ${what}`);

/** A schema's name in front of an attribute, with the colon between them. */
const SCHEMA = /^urn:[a-z0-9:.]*:(?=[^:]+$)/;

/** An attribute's path as it is compared: in lower case, without the core schema that it may be qualified by. */
export const attributeOf = (path: string): string => path.toLowerCase().replace(SCHEMA, '');

class Reader {
  readonly #tokens: string[];
  #at = 0;
  #conditions = 0;

  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }

  whole(): Condition[] {
    const conditions = this.#all('');
    if (this.#at < this.#tokens.length) throw refused(`cannot be read from ${this.#tokens[this.#at]} on`);
    return conditions;
  }

  /** Comparisons with `and` between them, below an attribute or none. */
  #all(below: string): Condition[] {
    const conditions = this.#one(below);
    while (this.#peek() === 'and') {
      this.#at += 1;
      conditions.push(...this.#one(below));
    }
    return conditions;
  }

  #one(below: string): Condition[] {
    const first = this.#next();
    if (first === '(') return this.#closed(')', below);
    if (!/^[a-z][\w$:.-]*$/i.test(first)) throw refused(`names no attribute where it says ${first}`);
    const path = below + attributeOf(first);
    if (this.#tokens[this.#at] === '[') {
      if (below) throw refused('nests one filter of values in another');
      this.#at += 1;
      const inner = this.#closed(']', `${path}.`);
      // As paths have it: emails[type eq "work"].value eq "…".
      const then = this.#tokens[this.#at] ?? '';
      if (!then.startsWith('.')) return inner;
      this.#at += 1;
      return [...inner, this.#comparison(path + then.toLowerCase())];
    }
    return [this.#comparison(path)];
  }

  #closed(bracket: string, below: string): Condition[] {
    const conditions = this.#all(below);
    if (this.#next() !== bracket) throw refused(`lacks a ${bracket}`);
    return conditions;
  }

  #comparison(path: string): Condition {
    const operator = this.#next().toLowerCase();
    if (operator !== 'eq') throw refused(`may compare with eq alone, not with ${operator}`);
    if ((this.#conditions += 1) > MOST) throw refused('has too many comparisons');
    return { path, value: valueOf(this.#next()) };
  }

  #peek = () => this.#tokens[this.#at]?.toLowerCase();

  #next(): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw refused('ends too early');
    this.#at += 1;
    return token;
  }
}

function valueOf(token: string): Condition['value'] {
  try {
    const value: unknown = JSON.parse(/^(true|false|null)$/i.test(token) ? token.toLowerCase() : token);
    if (value === null || typeof value !== 'object') return value as Condition['value'];
  } catch {
    // Told below.
  }
  throw refused(`compares with something that is no value: ${token}`);
}

/**
 * The comparisons of a filter (RFC 7644, section 3.4.2.2), all of which have to hold: `eq` with `and`, parentheses and
 * filters of values. Errors: invalidFilter for anything else.
 */
export const conditionsOf = (filter: string): Condition[] => new Reader(filter).whole();

/** Where a change of a PATCH goes. */
export interface Target {
  /** In lower case; of an extension with its schema left out. */
  attribute: string;
  /** Below the attribute; '' for the whole. */
  inner: string;
  /** Which of several values; none: all of them. */
  which: Condition[];
}

/** The target of a path (RFC 7644, section 3.5.2). Errors: invalidPath, invalidFilter. */
export function targetOf(path: string): Target {
  if (path.length > LONGEST) throw new ScimRefusal('invalidPath', 'The path is too long');
  const [, name = '', inside, , inner = ''] =
    /^\s*([a-z][\w$:.-]*?)\s*(\[(.*)\])?\s*(?:\.([a-z][\w$-]*))?\s*$/is.exec(withoutSchema(path)) ?? [];
  if (!name) throw new ScimRefusal('invalidPath', `The path cannot be read: ${path}`);
  const [attribute = '', below = ''] = name.toLowerCase().split('.');
  return {
    attribute,
    inner: inner.toLowerCase() || below,
    which: inside === undefined ? [] : conditionsOf(inside.slice(1, -1)),
  };
}

/** An extension may be meant as a whole: then its name is the attribute. */
const withoutSchema = (path: string): string =>
  path.trim().replace(/^urn:[\w:.]*:(User|Group):(?=[a-z])/i, '');
