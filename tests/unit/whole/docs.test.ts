import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { withTables } from '../../../tools/bench/page.ts';
import { ROOT } from '../../../tools/stack/paths.ts';

const FOLDERS = ['worker', 'web', 'tools', 'tests', 'migrations', 'docs'];
/** What a checkout has once something was built, run or deployed, or what a reader makes. */
const MADE = ['cors.json', 'DATA_DIR/started.json', 'api/v1/openapi.json'];

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const files = [
  ...readdirSync(ROOT).filter((name) => /\.(md|ts|toml|json|jsonc)$/.test(name)),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name))),
  ),
];
const pages = files.filter((file) => file.endsWith('.md')).map((file) => ({ file, text: read(file) }));
const sources = files
  .filter((file) => /\.(ts|tsx|mjs|js|sql|css|html|toml)$/.test(file) && !file.startsWith('migrations/'))
  .filter((file) => file !== 'tests/unit/whole/docs.test.ts')
  .map((file) => ({ file, text: read(file) }));
const everything = [...sources.map(({ text }) => text), read('package.json')].join('\n');

/** The comments of a source, each as one line without its signs. */
function commentsOf({ file, text }: { file: string; text: string }): string[] {
  const line = file.endsWith('.sql') ? '--' : file.endsWith('.toml') ? '#' : '//';
  const found = text.match(
    new RegExp(`/\\*[^]*?\\*/|<!--[^]*?-->|(?:^[ \\t]*${line}.*\\n?)+|[ \\t]${line} .*`, 'gm'),
  );
  return (found ?? []).map((each) => each.replaceAll(/\n?^[ \t]*(\/\*\*?|\*\/?|\/\/|--|#)?[ \t]*/gm, ' '));
}

/** What is said anywhere, in documents and in comments, paragraph by paragraph. */
const said = [
  ...pages.flatMap(({ file, text }) =>
    text.split(/\n\n|\n(?=- |\|)/).map((words) => ({ file, words: words.replaceAll(/\s*\n\s*/g, ' ') })),
  ),
  ...sources.flatMap((source) => commentsOf(source).map((words) => ({ file: source.file, words }))),
];

/** The words between backquotes of the documents. */
const quoted = pages.flatMap(({ file, text }) =>
  [...text.replaceAll(/^```[^]*?^```/gm, '').matchAll(/`([^`]+)`/g)].map(([, code]) => ({
    file,
    code: code!.replaceAll(/\s*\n\s*/g, ' '),
  })),
);

const sectionsOf = (text: string, level: string) => text.split(new RegExp(`^${level} `, 'm')).slice(1);
const specification = new Map(
  sectionsOf(read('docs/specification.md'), '##').map((section) => [parseInt(section, 10), section]),
);
const decided = files
  .filter((file) => file.startsWith('docs/decisions/'))
  .flatMap((file) => sectionsOf(read(file), '##').map((section) => section.split('\n')[0]!));

test('each section that is named stands in the specification, and what is quoted of it in the section', () => {
  const missing = said.flatMap(({ file, words }) =>
    [...words.matchAll(/§(\d+)(?:, "([^"]+)")?/g)]
      .filter(([, number, quote = '']) => {
        const section = specification.get(Number(number));
        return !section?.replaceAll(/\s+/g, ' ').toLowerCase().includes(quote.toLowerCase());
      })
      .map(([reference]) => `${file}: ${reference}`),
  );
  expect(missing).toEqual([]);
  expect([...specification.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('each decision that is named is a heading of the decisions', () => {
  const named = said.flatMap(({ file, words }) =>
    [...words.matchAll(/\bdecisions,? ((?:"[^"]+"(?:,? and |, )?)+)/g)].flatMap(([, names]) =>
      [...names!.matchAll(/"([^"]+)"/g)].map(([, name]) => ({ file, name: name! })),
    ),
  );
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter(({ name }) => name !== '…' && !decided.includes(name))).toEqual([]);
});

test('a comment that speaks of the decisions says of which', () => {
  const vague = sources.flatMap((source) =>
    commentsOf(source)
      .filter((words) => /[(;] ?decisions\b(?!,? ")|\bthe decisions\b(?!,? "| that)/.test(words))
      .map((words) => `${source.file}: ${words}`),
  );
  expect(vague).toEqual([]);
});

test('no two headings of the decisions are the same', () => {
  expect(decided.filter((name, place) => decided.indexOf(name) !== place)).toEqual([]);
});

/** Whether a path, whole or from some folder on, is that of a file; `<slice>` and `*` stand for any name. */
function isThere(path: string): boolean {
  if (path.endsWith('/')) return files.some((file) => matcher(path, '').test(file));
  return files.some((file) => matcher(path, '$').test(file));
}

function matcher(path: string, end: string): RegExp {
  const pattern = path
    .replaceAll(/[.+?^$()[\]\\|]/g, '\\$&')
    .replaceAll(/<\w+>|\*/g, '[^/]+')
    .replaceAll(/\{([^}]+)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`);
  return new RegExp(`(?:^|/)${pattern}${end}`);
}

const FILE =
  /(?<![\w/.@<>$:-])(?:[\w.<>*-]+\/)*[\w.<>*-]+\.(?:tsx?|sql|md|toml|html|css|mjs|jsonc|json)\b(?![\w/(])/g;

test('each file that documents and comments name is there', () => {
  const named = said.flatMap(({ file, words }) =>
    (words.replaceAll(/\]\([^)]*\)/g, ']').match(FILE) ?? []).map((path) => ({ file, path })),
  );
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter(({ path }) => !MADE.includes(path) && !isThere(path))).toEqual([]);
});

test('each folder that documents name is there', () => {
  const missing = quoted
    .filter(({ code }) => new RegExp(`^(?:${FOLDERS.join('|')})/[\\w/<>*-]+$`).test(code))
    .filter(({ code }) => !isThere(code) && !isThere(`${code}/`));
  expect(missing).toEqual([]);
});

test('each link of the documents leads somewhere', () => {
  const broken = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)]
      .filter(([, target]) => !existsSync(resolve(ROOT, dirname(file), target!)))
      .map(([, target]) => `${file}: ${target}`),
  );
  expect(broken).toEqual([]);
});

test('each page is found from the README', () => {
  const linked = (file: string) =>
    [...read(file).matchAll(/\]\(([^)#]+\.md)/g)].map(([, target]) => join(dirname(file), target!));
  const found = new Set([...linked('README.md'), ...linked('docs/decisions/README.md')]);
  expect(
    pages.map(({ file }) => file).filter((file) => file.startsWith('docs/') && !found.has(file)),
  ).toEqual([]);
});

const { scripts, dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
  'scripts' | 'dependencies' | 'devDependencies',
  Record<string, string>
>;
/** What may follow a command, by the command. */
const ARGUMENTS: Record<string, string[]> = {
  'npm test': [
    ...read('tools/test.ts').matchAll(/^(?: {2}|const \w+ = )(?:check|tests|stepOf)\('(\w+)'/gm),
    ['', 'changed'],
  ].map(([, name]) => name!),
  'npm run bench': [...read('tools/bench.ts').matchAll(/^ {4}(\w+): \[/gm)].map(([, name]) => name!),
  'npm run backup': ['save', 'restore'],
  'npm run vendor': [...read('tools/vendor.ts').matchAll(/case '([\w-]+)'/g)].map(([, name]) => name!),
};
const commands = [
  ...pages.map(({ file, text }) => ({ file, text })),
  ...sources.map(({ file, text }) => ({ file, text })),
];

test('each npm script that is named is there', () => {
  const missing = commands.flatMap(({ file, text }) =>
    [...text.matchAll(/\bnpm\s+run\s+(?!-)([\w:-]*\w)/g)]
      .filter(([, name]) => !scripts[name!])
      .map(([command]) => `${file}: ${command}`),
  );
  expect(missing).toEqual([]);
});

test('each part of a command that documents show is one of its parts', () => {
  const unknown = quoted.flatMap(({ file, code }) =>
    Object.entries(ARGUMENTS).flatMap(([command, parts]) => {
      const [, given] = new RegExp(`${command} -- ([a-z][a-z -]*)(?![/\\w])`).exec(code) ?? [];
      const names = (given ?? '').trim().split(' ').filter(Boolean);
      const judged = command === 'npm run vendor' || command === 'npm run backup' ? names.slice(0, 1) : names;
      return judged.filter((name) => !parts.includes(name)).map((name) => `${file}: ${command} -- ${name}`);
    }),
  );
  expect(unknown).toEqual([]);
  expect(Object.values(ARGUMENTS).every((parts) => parts.length > 1)).toBe(true);
});

test('each program that documents run with npx comes with the packages', () => {
  const missing = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/\bnpx ([\w-]+)/g)]
      .filter(([, program]) => !existsSync(join(ROOT, 'node_modules/.bin', program!)))
      .map(([command]) => `${file}: ${command}`),
  );
  expect(missing).toEqual([]);
});

test('each name in the documents is one of the code', () => {
  const unknown = quoted.filter(({ file, code }) => {
    const [, name] =
      /^([a-z]+(?:_[a-z0-9]+)+|[a-z]+(?:[A-Z][a-z]+)+|[A-Z][a-z]+(?:[A-Z][a-z]+)+|[A-Z]\w*_\w+)(?:\(\))?$/.exec(
        code,
      ) ?? [];
    return name && file !== 'tests/asvs.md' && !everything.includes(name);
  });
  expect(unknown).toEqual([]);
});

test('the changelog goes from month to month, the newest first, and tells the kinds of changes apart', () => {
  const [, ...months] = read('CHANGELOG.md').split(/^## /m);
  const dates = months.map((month) => Date.parse(`1 ${/^.*$/m.exec(month)![0]}`));
  expect(dates.every((date, at) => date < (dates[at - 1] ?? Infinity))).toBe(true);
  for (const month of months) {
    const [, ...lists] = month.split(/^### /m);
    const kinds = lists.map((list) => /^.*$/m.exec(list)![0]);
    expect(kinds).toEqual(['Added', 'Changed', 'Fixed', 'Security'].filter((kind) => kinds.includes(kind)));
    for (const list of lists) expect(list.replace(/^.*\n\n/, '')).toMatch(/^(- .+\n( {2}.+\n)*)+\n?$/);
  }
});

test('the README is a door', () => {
  expect(Buffer.byteLength(read('README.md'))).toBeLessThanOrEqual(8 * 1024);
});

test('each npm script has its line in the README', () => {
  const table = sectionsOf(read('README.md'), '##').find((each) => each.startsWith('Commands'))!;
  const missing = Object.keys(scripts).filter((name) => !new RegExp(`\`npm (?:run )?${name}\``).test(table));
  expect(missing).toEqual([]);
});

test('each package has its line that says why, and each line its package', () => {
  const rows = [...read('docs/dependencies.md').matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)]
    .filter(([, names, why]) => names !== 'package' && !why!.startsWith('-'))
    .flatMap(([, names]) => names!.split(', '));
  const packages = Object.keys({ ...dependencies, ...devDependencies });
  const fits = (name: string, row: string) =>
    row.endsWith('/*') ? name.startsWith(row.slice(0, -1)) : name === row;
  expect(packages.filter((name) => !rows.some((row) => fits(name, row)))).toEqual([]);
  expect(rows.filter((row) => !packages.some((name) => fits(name, row)))).toEqual([]);
});

test('each setting of the Worker has its row', () => {
  const settings = [...read('worker/platform/context.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+)\??:/gm)];
  expect(settings.length).toBeGreaterThan(20);
  const page = read('docs/operations.md');
  expect(settings.map(([, name]) => name!).filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test('each slice stands in the picture of the architecture', () => {
  const slices = globSync('worker/*/*/routes.ts', { cwd: ROOT }).map((file) => file.split('/')[2]!);
  expect(slices.length).toBeGreaterThan(20);
  const page = read('docs/architecture.md');
  expect(slices.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test('each route of the client stands in the specification', () => {
  const written = read('web/app/public-routes.ts') + read('web/app/routes.ts');
  const routes = [...written.matchAll(/\bpath: '(\/(?!api\/)[^']*)'/g)].map(([, path]) => path!);
  expect(routes.length).toBeGreaterThan(40);
  const section = specification.get(2)!;
  expect(routes.filter((path) => !section.includes(`\`${path}\``))).toEqual([]);
});

test('each family of calls stands in the specification, and no other', () => {
  const contracts = sources.filter(({ file }) => file.endsWith('/contract.ts')).map(({ text }) => text);
  const paths = contracts.flatMap((text) =>
    [...text.matchAll(/[`']\/api\/v1\/([^`']+)[`']/g)].map(([, path]) => path!),
  );
  const section = specification.get(7)!;
  const named = [...section.matchAll(/`([a-z_\d]+(?:\/[a-z_\d-]+)*)(?:\/…)?`/g)].map(([, family]) => family!);
  const families = paths.map((path) =>
    path
      .replace(/\/:.*$/, '')
      .split('/')
      .slice(0, 2)
      .join('/'),
  );
  const has = (family: string) =>
    named.some((name) => name === family || name.startsWith(`${family}/`) || family.startsWith(`${name}/`));
  expect(families.filter((family) => !has(family))).toEqual([]);
  expect(named.filter((name) => name.includes('/') && !paths.some((path) => path.startsWith(name)))).toEqual(
    [],
  );
});

test('each part of the benchmark has its place in the page of performance', () => {
  const page = read('docs/performance.md');
  const parts = ARGUMENTS['npm run bench']!;
  expect([...page.matchAll(/^<!-- bench (\w+) -->$/gm)].map(([, part]) => part!).toSorted()).toEqual(
    parts.toSorted(),
  );
  for (const part of parts) {
    const written = withTables(page, part, 'today, a machine', ['one', 'two $&']);
    expect(written).toContain(
      `<!-- bench ${part} -->\ntoday, a machine\n\n\`\`\`\none\n\ntwo $&\n\`\`\`\n<!-- end -->\n`,
    );
    expect(written.match(/^<!-- end -->$/gm)).toHaveLength(parts.length);
  }
  expect(() => withTables(page, 'nothing', '', [])).toThrow('no place');
});
