/**
 * Tags as they are kept: each once whatever its case, the first spelling wins.
 * @param tags trimmed texts as typed
 */
export function distinctTags(tags: readonly string[]): string[] {
  const kept = new Map<string, string>();
  for (const tag of tags) {
    const key = tag.toLocaleLowerCase('uk');
    if (!kept.has(key)) kept.set(key, tag);
  }
  return [...kept.values()];
}
