/** What must be done before an item of SCORM 1.2 opens. */
export type Prerequisite =
  | { item: string; is: string[] }
  | { not: Prerequisite }
  | { least: number; of: Prerequisite[] };

/** Without another word an item is done when it is complete. */
const DONE = ['passed', 'completed'];

const WORDS: Record<string, string> = {
  p: 'passed',
  c: 'completed',
  f: 'failed',
  i: 'incomplete',
  b: 'browsed',
  n: 'not attempted',
};
const TOKEN = /\s*(\d+\*\{|<>|[&|~(),={}]|"[^"]*"|[\w.:-]+)/y;
const MOST = { tokens: 500, depth: 30 } as const;

/**
 * Reads what `adlcp:prerequisites` says: names of items with `&`, `|`, `~`, `=`, `<>`, parentheses, and `2*{a,b,c}`.
 * @param items of each name, what stands for it: an item alone, or all that a chapter holds
 * @returns null where it is not understood
 */
export function readPrerequisites(text: string, items: ReadonlyMap<string, string[]>): Prerequisite | null {
  const tokens = tokensOf(text);
  if (!tokens) return null;
  const reader = new Reader(tokens, items);
  const read = reader.either(0);
  return reader.atEnd ? read : null;
}

/** All of them: one that holds of each. */
export const allOf = (of: Prerequisite[]): Prerequisite =>
  of.length === 1 ? of[0]! : { least: of.length, of };

function tokensOf(text: string): string[] | null {
  const tokens: string[] = [];
  const all = text.trim();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < all.length) {
    const token = TOKEN.exec(all)?.[1];
    if (token === undefined || tokens.length >= MOST.tokens) return null;
    tokens.push(token);
  }
  return tokens;
}

class Reader {
  #at = 0;
  readonly #tokens: readonly string[];
  readonly #items: ReadonlyMap<string, string[]>;

  constructor(tokens: readonly string[], items: ReadonlyMap<string, string[]>) {
    this.#tokens = tokens;
    this.#items = items;
  }

  get atEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  either(depth: number): Prerequisite | null {
    const all = this.#joined('|', () => this.#each(depth));
    return all && (all.length === 1 ? all[0]! : { least: 1, of: all });
  }

  #each(depth: number): Prerequisite | null {
    const all = this.#joined('&', () => this.#one(depth));
    return all && allOf(all);
  }

  #joined(by: string, read: () => Prerequisite | null): Prerequisite[] | null {
    const found: Prerequisite[] = [];
    do {
      const one = read();
      if (!one) return null;
      found.push(one);
    } while (this.#takes(by));
    return found;
  }

  #one(depth: number): Prerequisite | null {
    if (depth > MOST.depth) return null;
    if (this.#takes('~')) {
      const not = this.#one(depth + 1);
      return not && { not };
    }
    if (this.#takes('(')) {
      const inner = this.either(depth + 1);
      return this.#takes(')') ? inner : null;
    }
    const token = this.#tokens[this.#at] ?? '';
    const count = /^(\d+)\*\{$/.exec(token)?.[1];
    if (count !== undefined) {
      this.#at += 1;
      const of = this.#joined(',', () => this.either(depth + 1));
      return of && this.#takes('}') ? { least: Math.min(Number(count), of.length), of } : null;
    }
    return this.#item();
  }

  #item(): Prerequisite | null {
    const named = this.#items.get(this.#tokens[this.#at] ?? '');
    if (!named || named.length === 0) return null;
    this.#at += 1;
    const same = this.#takes('=');
    const other = !same && this.#takes('<>');
    const word = same || other ? this.#word() : null;
    if ((same || other) && !word) return null;
    const is = word ? [word] : DONE;
    const found = allOf(named.map((item) => ({ item, is })));
    return other ? { not: found } : found;
  }

  #word(): string | null {
    const text = (this.#tokens[this.#at] ?? '').replaceAll('"', '').toLowerCase();
    this.#at += 1;
    return WORDS[text] ?? (Object.values(WORDS).includes(text) ? text : null);
  }

  #takes(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }
}
