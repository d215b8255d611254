import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { APP, pageOf, PUBLIC_ROUTES } from './routes.ts';

type Module = { importedIds: readonly string[] };

/** `shared`: by how many dynamically loaded modules, screens most of all. */
interface Group extends Rolldown.CodeSplittingGroup {
  minShareCount?: number;
}

/**
 * Which modules come in one file. Split by who imports what alone, a screen would be a hundred files: each costs a phone a few
 * milliseconds, and small ones compress badly. The counts were found by trying: lower ones load what few screens need,
 * higher ones leave many pieces. Nothing of the private screens may get into what the public ones load.
 */
export function chunkGroups(): Group[] {
  let found: Set<string> | undefined;
  const isPublic = (id: string, context: Rolldown.ChunkingContext): boolean =>
    (found ??= publicModules((one) => context.getModuleInfo(one))).has(id);
  const inner =
    (name: string): Rolldown.CodeSplittingNameFunction =>
    (id, context) =>
      isPublic(id, context) ? null : name;
  const textsOf = (slices: string, prefix: string) => {
    const file = new RegExp(`/i18n/(\\w+)/(${slices})\\.json$`);
    return (id: string): string | null => {
      const language = file.exec(id)?.[1];
      return language ? prefix + language : null;
    };
  };
  return [
    { name: textsOf('common|errors', 'public-'), priority: 7 },
    { name: textsOf('shell|refusals', 'private-'), priority: 7 },
    {
      name: 'base',
      test: /node_modules\/(react|react-dom|scheduler|react-router|@remix-run|cookie-es)\//,
      priority: 6,
    },
    {
      name: (id, context) => (!id.endsWith('.css') && isPublic(id, context) ? 'public' : null),
      minShareCount: 12,
      priority: 5,
    },
    { name: inner('icons'), test: /node_modules\/@tabler\//, minShareCount: 3, priority: 4 },
    { name: inner('libraries'), test: /node_modules\//, minShareCount: 35, priority: 3 },
    { name: inner('private'), test: /\.(tsx?|css)$/, minShareCount: 30, priority: 2 },
  ];
}

/** All that the public screens import, step by step. */
function publicModules(infoOf: (id: string) => Module | null): Set<string> {
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    infoOf(id)?.importedIds.forEach(visit);
  };
  [join(APP, '../main.tsx'), ...PUBLIC_ROUTES.map(pageOf)].forEach(visit);
  return found;
}
