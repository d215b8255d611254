import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { APP, pageOf, PRIVATE_ROUTES, PUBLIC_ROUTES } from './routes.ts';

type Module = {
  code: string | null;
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
};

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
  const imported = new Map<string, ReadonlySet<string>>();
  const isImportedBy = (start: string, id: string, context: Rolldown.ChunkingContext): boolean => {
    const found = imported.get(start) ?? ownModulesOf(start, (one) => context.getModuleInfo(one));
    imported.set(start, found);
    return found.has(id);
  };
  let known: ((id: string) => boolean) | undefined;
  const isPublic = (id: string, context: Rolldown.ChunkingContext): boolean =>
    (known ??= publicModules((one) => context.getModuleInfo(one)))(id);
  const inner =
    (name: string): Rolldown.CodeSplittingNameFunction =>
    (id, context) =>
      isPublic(id, context) ? null : name;
  /** Of the test's own screen, which is held the smallest, and of what stands around it. */
  const isOfTest = (id: string, context: Rolldown.ChunkingContext): boolean =>
    [SHELL, TEST, INTRODUCTION].some((start) => isImportedBy(start, id, context));
  let iconsOfSignIn: ReadonlySet<string> | undefined;
  const isIconOfSignIn = (id: string, context: Rolldown.ChunkingContext): boolean =>
    (iconsOfSignIn ??= importedBy([SIGN_IN], (one) => context.getModuleInfo(one)).icons).has(
      iconOf(id) ?? '',
    );
  let iconsOfTest: ReadonlySet<string> | undefined;
  const isIconOfTest = (id: string, context: Rolldown.ChunkingContext): boolean =>
    (iconsOfTest ??= importedBy([SHELL, TEST, INTRODUCTION], (one) => context.getModuleInfo(one)).icons).has(
      iconOf(id) ?? '',
    );
  /** In two files, of which the second has what a test does without. */
  const split =
    (
      name: string,
      isFirst: (id: string, context: Rolldown.ChunkingContext) => boolean,
    ): Rolldown.CodeSplittingNameFunction =>
    (id, context) =>
      inner(isFirst(id, context) ? name : `${name}-rest`)(id, context);
  /** What several of the screens share of a test. */
  const ofTest =
    (name: string, others: readonly string[]): Rolldown.CodeSplittingNameFunction =>
    (id, context) =>
      (id === TEST || isImportedBy(TEST, id, context)) &&
      others.some((start) => id === start || isImportedBy(start, id, context))
        ? inner(name)(id, context)
        : null;
  const importers = (screens: readonly string[], id: string, context: Rolldown.ChunkingContext): number =>
    screens.filter((page) => isImportedBy(page, id, context)).length;
  let elsewhere: string[] | undefined;
  const others = (): string[] =>
    (elsewhere ??= [...new Set(PRIVATE_ROUTES.map(pageOf))].filter((page) => !STUDY.includes(page)));
  /** Of the study's screens, and of few others: these would load what else is in the file. */
  const study =
    (screens: readonly string[], least: number, name: string): Rolldown.CodeSplittingNameFunction =>
    (id, context) =>
      importers(screens, id, context) >= least && importers(others(), id, context) <= 5
        ? inner(name)(id, context)
        : null;
  /** All of it in one file: a phone waits for nothing else there. */
  const isOfSignIn = (id: string, context: Rolldown.ChunkingContext): boolean =>
    (id === SIGN_IN || isImportedBy(SIGN_IN, id, context)) &&
    importers(PRIVATE_ROUTES.map(pageOf), id, context) === 0;
  let counted: ReadonlyMap<string, number> | undefined;
  const shares = (context: Rolldown.ChunkingContext): ReadonlyMap<string, number> =>
    (counted ??= sharesOf((one) => context.getModuleInfo(one)));
  /** What most private screens show, and what is too small for a file of its own; shapes bring their library with them. */
  const isPrivate = (id: string, context: Rolldown.ChunkingContext): boolean =>
    SMALL.test(id) || (!id.endsWith('.shapes.ts') && (shares(context).get(id) ?? 0) >= 36);
  const textsOf = (slices: string, prefix: string) => {
    const file = new RegExp(`/i18n/(\\w+)/(${slices})\\.json$`);
    return (id: string): string | null => {
      const language = file.exec(id)?.[1];
      return language ? prefix + language : null;
    };
  };
  return [
    { name: textsOf('common|errors', 'public-'), priority: 7 },
    // Comes with the first error, or with screens that tell what became of each of many.
    { name: 'catalogue', test: /\/worker\/errors\/contract\.ts$/, priority: 7 },
    { name: textsOf('shell|refusals', 'private-'), priority: 7 },
    {
      name: 'base',
      test: /node_modules\/(preact|react-router|@remix-run|cookie-es)\//,
      priority: 6,
    },
    // Whoever has no form loads neither.
    {
      name: 'shapes',
      test: /\/node_modules\/zod\/|\/worker\/(platform|access)\/contract\.shapes\.ts$/,
      priority: 6,
    },
    {
      name: (id, context) => (!/\.(css|shapes\.ts)$/.test(id) && isPublic(id, context) ? 'public' : null),
      minShareCount: 12,
      priority: 5,
    },
    {
      name: (id, context) => (isIconOfSignIn(id, context) ? 'public-icons' : null),
      test: ICONS,
      priority: 5,
    },
    {
      name: (id, context) => (isImportedBy(MAIN, id, context) ? 'main' : null),
      test: /\.tsx?$/,
      priority: 4.5,
    },
    // Forms of staff have it too.
    {
      name: 'account-shapes',
      test: /\/identity\/accounts\/contract\.shapes\.ts$/,
      priority: 4.45,
      includeDependenciesRecursively: false,
    },
    {
      name: (id, context) => (isOfSignIn(id, context) ? 'sign-in' : null),
      test: /\.(tsx?|css)$/,
      priority: 4.4,
    },
    { name: split('icons', isIconOfTest), test: ICONS, minShareCount: 3, priority: 4 },
    {
      name: inner('libraries'),
      test: /node_modules\//,
      minShareCount: 35,
      priority: 3,
    },
    // Nothing else: the page has its sheet before the one that orders the layers, so that none may be named in it.
    {
      name: (id, context) =>
        FRAME.test(id) || isImportedBy(SHELL, id, context) ? inner('shell')(id, context) : null,
      test: /\.(tsx?|css)$/,
      priority: 2.1,
    },
    {
      name: inner('lists'),
      test: /\/web\/ui\/((list|filter|table)\/(?!row-menu|filter-day)|(\w+\/)*(search-select|link-tabs)\b)/,
      minShareCount: 2,
      priority: 1,
    },
    {
      name: split('contracts', isOfTest),
      test: /\/worker\/(?:\w+\/)+contract\.ts$/,
      minShareCount: 8,
      priority: 1,
    },
    {
      name: (id, context) =>
        isPrivate(id, context) || study(STUDY, 3, 'private')(id, context)
          ? split('private', isOfTest)(id, context)
          : null,
      test: PARTS,
      priority: 2,
    },
    // Of what a test's file would hold, the one part that a public screen has as well.
    { name: 'certified', test: /\/worker\/exams\/certificates\/contract\.ts$/, priority: 2.1 },
    { name: ofTest('run', [INTRODUCTION]), test: /\/features\/exams\/|\/checks\/contract/, priority: 1.98 },
    { name: ofTest('reading', [MATERIAL]), test: /\/web\/(ui|lib)\//, priority: 1.97 },
    { name: ofTest('places', BUILDERS), test: /\/web\/ui\/places\//, priority: 1.96 },
    { name: ofTest('told', [RESULT]), test: /\/features\/exams\/attempts\//, priority: 1.95 },
    {
      // What many others show as well, by what it is; of words it is too little for a file.
      name: (id, context) =>
        ofTest(/\/(\w+)\/[^/]+$/.exec(id)![1]!.replace('words', 'page'), [TEST])(id, context),
      test: /\/ui\/(control|drag|files|page)\/|\/lib\/words\/|\/exams\/certificates\//,
      priority: 1.65,
    },
    { name: ofTest('test', [TEST]), test: PARTS, priority: 1.6 },
    { name: study(TESTS, 2, 'tests'), test: PARTS, priority: 1.8 },
    { name: study(STUDY, 2, 'study-rest'), test: PARTS, priority: 1.7 },
  ];
}

const MAIN = join(APP, '../main.tsx');
const SIGN_IN = join(APP, 'pages/identity/login.tsx');
const SHELL = join(APP, 'shell/private-layout.tsx');
const TEST = join(APP, 'pages/exams/course-form.tsx');
const INTRODUCTION = join(APP, '../features/exams/attempts/form-introduction.tsx');
const RESULT = join(APP, 'pages/exams/course-statistic.tsx');
const MATERIAL = join(APP, 'pages/learning/course-material.tsx');
const BUILDERS = [
  'app/pages/exams/course-key.tsx',
  'app/pages/exams/course-sheets.tsx',
  'features/exams/forms/form-builder-screen.tsx',
].map((screen) => join(APP, '..', screen));
/** What is asked for on phones most of all. */
const STUDY = [
  'identity/profile',
  'learning/course-list',
  'learning/course-info',
  'learning/course-material',
  'exams/course-form',
].map((page) => join(APP, `pages/${page}.tsx`));
/** Of a few hundred characters each, and wanted by some ten screens. */
const SMALL =
  /\/(lib\/paths\/[\w-]+|ui\/state\/progress-line|ui\/person\/person-mark|parts\/ask-retake|step\/test-badge|files\/save-file)\b/;
/** Those with a test. */
const TESTS = STUDY.slice(-2);
const PARTS = /^(?!.*\/ui\/date\/).*\.(tsx?|css)$/;
const ICONS = '/node_modules/@tabler/icons-react/';

/** What the page draws the frame of a private screen with (early.js): one style sheet that it waits for. */
const FRAME =
  /\/(frame|(private-layout|navigation-drawer|page-header|person-mark|next-step|panel|first-steps)\.module)\.css$/;

/**
 * What the public screens import, step by step: answers whether a module is of it. All icons are imported through one file,
 * so of them it is those that a screen names.
 */
function publicModules(infoOf: (id: string) => Module | null): (id: string) => boolean {
  const { modules, icons } = importedBy([MAIN, ...PUBLIC_ROUTES.map(pageOf)], infoOf);
  return (id) => {
    const name = iconOf(id);
    return id.includes(ICONS) ? !name || icons.has(name) : modules.has(id);
  };
}

const iconOf = (id: string): string | undefined => /\/icons\/(Icon\w+)\.mjs$/.exec(id)?.[1];

/** What modules import, step by step, and which icons they name. */
function importedBy(starts: readonly string[], infoOf: (id: string) => Module | null) {
  const modules = new Set<string>();
  const icons = new Set<string>();
  const visit = (id: string): void => {
    if (modules.has(id)) return;
    modules.add(id);
    const info = infoOf(id);
    for (const imported of info?.importedIds ?? []) {
      if (!imported.includes(ICONS)) visit(imported);
      else for (const [name] of info!.code!.matchAll(/\bIcon\w+/g)) icons.add(name);
    }
  };
  starts.forEach(visit);
  return { modules, icons };
}

/** By how many modules that are loaded dynamically each of ours is imported, step by step. */
function sharesOf(infoOf: (id: string) => Module | null): ReadonlyMap<string, number> {
  const entries = new Set<string>([MAIN]);
  for (const entry of entries)
    for (const id of [entry, ...ownModulesOf(entry, infoOf)])
      for (const loaded of infoOf(id)?.dynamicallyImportedIds ?? []) entries.add(loaded);
  const shares = new Map<string, number>();
  for (const entry of entries)
    for (const id of [entry, ...ownModulesOf(entry, infoOf)]) shares.set(id, (shares.get(id) ?? 0) + 1);
  return shares;
}

/** What a module of ours imports of us, step by step; not itself. */
function ownModulesOf(start: string, infoOf: (id: string) => Module | null): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (id: string): void => {
    for (const imported of infoOf(id)?.importedIds ?? []) {
      if (found.has(imported) || imported.includes('/node_modules/')) continue;
      found.add(imported);
      visit(imported);
    }
  };
  visit(start);
  return found;
}
