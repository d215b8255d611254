interface Wished {
  min_words?: number | undefined;
  max_words?: number | undefined;
}

/** How many words are wished for of an essay, by the name of its text with its numbers; null: any. */
export function wishedWords({ min_words, max_words }: Wished) {
  const name =
    min_words && max_words ? 'words_between' : min_words ? 'words_least' : max_words ? 'words_most' : null;
  return name && ([name, { least: min_words ?? 0, most: max_words ?? 0 }] as const);
}

/** Whether an essay of so many words is shorter or longer than wished. */
export const isOddLength = (count: number, { min_words, max_words }: Wished): boolean =>
  count < (min_words ?? 0) || count > (max_words || count);
