import { formsOf, searchWords } from '#contract/insight/search';

interface Named {
  label: string;
  /** Found by them too, beside a word of the label. */
  keywords?: string;
}

const textOf = (words: string) => ` ${searchWords(words).join(' ')}`;

/**
 * Those in which a word begins like each word typed, or like a form of it; all of them when nothing is typed. What the
 * words themselves begin stands before what only their forms do.
 */
export function commandsFor<C extends Named>(commands: readonly C[], query: string): C[] {
  const words = searchWords(query);
  const forms = words.map((word) => new RegExp(` (?:${formsOf(word)})`));
  const begins = (text: string, place: number) =>
    text.includes(` ${words[place]!}`) ? 'word' : forms[place]!.test(text) ? 'form' : null;
  const found = commands.flatMap((one) => {
    const [label, all] = [textOf(one.label), textOf(`${one.label} ${one.keywords ?? ''}`)];
    const places = words.map((_, place) => begins(all, place));
    if (places.includes(null)) return [];
    if (words.length > 0 && !words.some((_, place) => begins(label, place))) return [];
    return [{ one, isExact: !places.includes('form') }];
  });
  return [...found.filter(({ isExact }) => isExact), ...found.filter(({ isExact }) => !isExact)].map(
    ({ one }) => one,
  );
}
