import type { UserType } from '#contract/access';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { minifySync, type Plugin, type Rolldown, transformWithOxc } from 'vite';
import { APP, PRIVATE_ROUTES, PUBLIC_ROUTES, pageOf, rolesOf } from './routes.ts';

type Output = Rolldown.OutputChunk | Rolldown.OutputAsset;

const WEB = join(APP, '..');
/** What every private screen loads beside its own. */
const SHELL = { page: join(APP, 'shell/private-layout.tsx'), slices: ['shell', 'refusals'] };
/** What is drawn around a private screen before its code has come. */
const FRAME = { elements: join(APP, 'frame/frame.html'), styles: join(APP, 'frame/frame.css') };
/** The rules by which a student goes on, and by which somebody sees the first steps of a company. */
const RULES = [
  join(WEB, 'lib/words/leads-on.ts'),
  join(WEB, 'features/people/users/person/urgency.ts'),
  join(WEB, 'features/identity/companies/steps-shown.ts'),
];
const FIRST_STEPS = {
  page: join(WEB, 'features/identity/companies/first-steps.tsx'),
  slices: ['first_steps'],
};
const INTRODUCTION = {
  page: join(WEB, 'features/exams/attempts/form-introduction.tsx'),
  slices: ['attempts'],
};
const EVERYWHERE = ['common', 'errors'];
const LANGUAGES = ['uk', 'en', 'de'];

/**
 * Lets the page name what its screen needs, so that files and answers come at once and side by side. Found by the code that
 * imports them, one after the other, they take a phone a second longer. `early.js` is what runs in the page.
 */
export function earlyLoads(): Plugin {
  const names: ClassNames = {};
  return {
    name: 'early-loads',
    apply: 'build',
    config: () => ({
      css: {
        modules: { getJSON: (file, json) => void (names[basename(file, '.module.css')] = json) },
      },
    }),
    generateBundle: {
      order: 'pre',
      handler: (_, bundle) => {
        const screens = new Set([...PUBLIC_ROUTES, ...PRIVATE_ROUTES].map(pageOf));
        for (const one of Object.values(bundle))
          if (one.type === 'chunk' && screens.has(one.facadeModuleId ?? '')) pages.add(one.fileName);
      },
    },
    transformIndexHtml: {
      order: 'post',
      // In front of the style sheets: a script behind them runs only when they have come.
      handler: async (html, { bundle }) => {
        const [element, main] = /<script type="module" crossorigin src="(.+?)"><\/script>/.exec(html)!;
        const script = await scriptOf({ main: main!, ...loadsOf(Object.values(bundle!), html) }, names);
        return html
          .replace(element, `<link rel="modulepreload" crossorigin href="${main}">`)
          .replace(/<(?=link rel="(modulepreload|stylesheet)")/, () => `<script>${script}</script>\n    <`);
      },
    },
    // The policy lets this one script through.
    writeBundle({ dir }) {
      const [, script] = /<script>([^]+?)<\/script>/.exec(readFileSync(join(dir!, 'index.html'), 'utf8'))!;
      const hash = createHash('sha256').update(script!).digest('base64');
      const file = join(dir!, '_headers');
      writeFileSync(file, readFileSync(file, 'utf8').replace("script-src 'self'", `$& 'sha256-${hash}'`));
    },
  };
}

/** The files of the screens. */
const pages = new Set<string>();

/**
 * What an import asks for beside its own file. Of the screens the page itself knows it (`askFor` of early.js): the bundler
 * would write it into what every screen loads once more.
 */
export const besidesItself = (
  file: string,
  files: string[],
  { hostType }: { hostType: 'html' | 'js' },
): string[] => (hostType === 'js' && pages.has(file) ? [] : files);

/** Numbers of files: code, then texts in each language. */
type Numbers = [code: number[], ...texts: number[][]];

/** The classes of style sheets as they are named in the end, by the sheet and what it calls them. */
type ClassNames = Record<string, Record<string, string>>;

interface Loads {
  /** The address of what runs the application. */
  main: string;
  /** Names without folder and ending, scripts first. */
  files: string[];
  /** The number of the first style sheet. */
  styles: number;
  shell: Numbers;
  /** What shows the first steps of a company. */
  firstSteps: Numbers;
  /** What introduces a test on the page of its material. */
  introduction: Numbers;
  /** The number of the style sheet that the frame is drawn with. */
  frame: number;
  routes: [
    pattern: string,
    roles: readonly UserType[] | null,
    reads: readonly unknown[],
    isFramed: 0 | 1,
    ...Numbers,
  ][];
}

function loadsOf(output: Output[], html: string): Omit<Loads, 'main'> {
  const chunks = output.filter((one) => one.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const byModule = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk])));
  const names: string[] = [];

  /** The files of a module and of all that it imports, except what the page has anyway. */
  function filesOf(path: string): string[] {
    const found = new Set<string>();
    const visit = (name: string): void => {
      const chunk = byName.get(name);
      if (!chunk || found.has(name)) return;
      found.add(name);
      for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
      chunk.imports.forEach(visit);
    };
    const chunk = byModule.get(path);
    if (!chunk) throw new Error(`nothing holds ${path}`);
    visit(chunk.fileName);
    return [...found].filter((file) => !html.includes(`/${file}"`));
  }
  const textsOf = (slices: readonly string[]): string[][] =>
    LANGUAGES.map((language) => [
      ...new Set(slices.flatMap((slice) => filesOf(join(WEB, `i18n/${language}/${slice}.json`)))),
    ]);

  const shell = [filesOf(SHELL.page), ...textsOf([...EVERYWHERE, ...SHELL.slices])];
  const screens = [
    ...PUBLIC_ROUTES.map((route) => ({
      route,
      isPrivate: false,
      files: [filesOf(pageOf(route)), ...textsOf([...EVERYWHERE, ...route.slices])],
    })),
    ...PRIVATE_ROUTES.map((route) => ({
      route,
      isPrivate: true,
      files: [filesOf(pageOf(route)).filter((file) => !shell[0]!.includes(file)), ...textsOf(route.slices)],
    })),
  ].filter(({ route }) => route.path !== '*');
  const partOf = ({ page, slices }: typeof FIRST_STEPS): string[][] => [
    filesOf(page).filter((file) => !shell[0]!.includes(file)),
    ...textsOf(slices),
  ];
  const firstSteps = partOf(FIRST_STEPS);
  const introduction = partOf(INTRODUCTION);
  const isStyle = (file: string): boolean => file.endsWith('.css');
  const all = [...new Set([shell, firstSteps, introduction, ...screens.map(({ files }) => files)].flat(2))];
  names.push(...all.filter((file) => !isStyle(file)), ...all.filter(isStyle));
  const numbered = (files: string[][]) =>
    files.map((list) => list.map((file) => names.indexOf(file))) as Numbers;
  const [frame] = byModule.get(FRAME.styles)!.viteMetadata!.importedCss;
  return {
    frame: names.indexOf(frame!),
    files: names.map((name) => name.replace(/^assets\/|\.\w+$/g, '')),
    styles: names.findIndex(isStyle),
    shell: numbered(shell),
    firstSteps: numbered(firstSteps),
    introduction: numbered(introduction),
    routes: screens.map(({ route, isPrivate, files }) => [
      route.path.replaceAll(/:\w+/g, '([^/]+)'),
      isPrivate ? rolesOf(route) : null,
      route.reads ?? [],
      route.alone ? 0 : 1,
      ...numbered(files),
    ]),
  };
}

async function scriptOf(loads: Loads, names: ClassNames): Promise<string> {
  const rules = await Promise.all(RULES.map((file) => transformWithOxc(readFileSync(file, 'utf8'), file)));
  const code = rules.map((rule) => rule.code.replaceAll(/^export |^import .*$/gm, '')).join('\n');
  const page = readFileSync(join(WEB, 'early.js'), 'utf8')
    .replace('__RULES__', () => `(() => { ${code}; return { nextOf, STEPS, stepsShown }; })()`)
    .replace('__FRAME__', () => JSON.stringify(frameOf(names)))
    .replace('__LOADS__', () => JSON.stringify(loads));
  const { code: script, errors } = minifySync('early.js', page);
  if (errors.length > 0) throw new Error(`early.js: ${errors[0]!.message}`);
  return script.replaceAll('</script', '<\\/script');
}

/** The frame's elements, with the classes that the application itself will give to its own. */
const frameOf = (names: ClassNames): string =>
  readFileSync(FRAME.elements, 'utf8')
    .replaceAll(/\s*\n\s*/g, '')
    .replaceAll(
      /class="(.+?)"/g,
      (_, classes: string) => `class="${classes.replaceAll(/\S+/g, named(names))}"`,
    );

/** A class of a sheet of its own by its name in the end; one of the whole page as it is. */
const named = (names: ClassNames) => (one: string) => {
  const [sheet, name] = one.split('.');
  if (name === undefined) return one;
  const found = names[sheet!]?.[name];
  if (!found) throw new Error(`no class ${name} in ${sheet}`);
  return found;
};
