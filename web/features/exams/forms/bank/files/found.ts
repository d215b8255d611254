/** Names of folders as they are read: each within the one before it. */
export const pathText = (names: readonly string[]): string => names.join(' / ');

/** A folder that questions of a file go into, or one that is made around those. */
export interface FoundFolder {
  path: readonly string[];
  questions: number;
  isNew: boolean;
}

/**
 * Where questions of a file go, each folder after the one around it.
 * @param rows those that are added, with the names of the folders they lie in; none: the chosen one
 * @param made folders that are not there yet
 */
export function foundFolders(
  rows: readonly { folders: readonly string[] }[],
  made: readonly (readonly string[])[],
): FoundFolder[] {
  const key = (path: readonly string[]) => JSON.stringify(path);
  const unmade = new Set(made.map(key));
  const found = new Map<string, FoundFolder>();
  for (const { folders } of rows) {
    for (let level = 0; level <= folders.length; level += 1) {
      const path = folders.slice(0, level);
      const isNew = unmade.has(key(path));
      const isOwn = level === folders.length;
      if (!isNew && !isOwn) continue;
      const before = found.get(key(path)) ?? { path, questions: 0, isNew };
      found.set(key(path), { ...before, questions: before.questions + (isOwn ? 1 : 0) });
    }
  }
  return [...found.values()];
}
