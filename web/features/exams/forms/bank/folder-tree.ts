import type { listFolders } from '#contract/exams/bank';
import type { ResponseOf } from '#contract/platform';

export type Folder = ResponseOf<typeof listFolders>['folders'][number];

export interface PlacedFolder extends Folder {
  /** 0: at the top. */
  depth: number;
  /** Its name behind those it lies in. */
  path: string;
  /** Its questions and those of folders within it. */
  whole: number;
}

/** Folders as a tree is read: each before those within it, these in the order given. */
export function treeOf(folders: readonly Folder[]): PlacedFolder[] {
  const within = (parent: number | null, depth: number, above: string): PlacedFolder[] =>
    folders
      .filter(({ parent_id }) => parent_id === parent)
      .flatMap((folder) => {
        const path = above ? `${above} / ${folder.name}` : folder.name;
        const inner = within(folder.id, depth + 1, path);
        const whole = inner
          .filter(({ depth: level }) => level === depth + 1)
          .reduce((sum, one) => sum + one.whole, folder.questions);
        return [{ ...folder, depth, path, whole }, ...inner];
      });
  return within(null, 0, '');
}

/** Those that a folder may be put into: all but itself and what lies within it. */
export function placesFor(tree: readonly PlacedFolder[], id: number | null): PlacedFolder[] {
  const start = tree.findIndex((folder) => folder.id === id);
  if (start < 0) return [...tree];
  const { depth } = tree[start]!;
  const after = tree.slice(start + 1).findIndex((folder) => folder.depth <= depth);
  return [...tree.slice(0, start), ...(after < 0 ? [] : tree.slice(start + 1 + after))];
}

/** Folders as the options of a select. */
export const folderOptions = (tree: readonly PlacedFolder[]) =>
  tree.map(({ id, path }) => ({ value: String(id), label: path }));
