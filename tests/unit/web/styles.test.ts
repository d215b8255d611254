import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../../tools/stack/paths.ts';

/** Rules whose declarations stand word for word elsewhere too, of a hundred: what repeats is a part (web/ui/layout). */
const REPEATED = 9;
/** Beyond the steps: what goes between the columns of a page, and hairlines. */
const OWN_GAPS = /^(0|1px|3rem|4rem|clamp\(.+\))$/;

/** Classes of web/ui/layout that say how something is displayed. */
const LAYOUT = /\b(row|stack|wraps|cluster|grid)\b/;

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const sheets = globSync('web/**/*.css', { cwd: ROOT })
  .filter((file) => file !== 'web/ui/tokens.css')
  .map((file) => ({ file, text: read(file).replaceAll(/\/\*[^]*?\*\//g, '') }));

interface Rule {
  file: string;
  declarations: string;
}

/** The rules of a style sheet with their own declarations, those nested in them apart. */
function rulesOf({ file, text }: { file: string; text: string }): Rule[] {
  const rules: Rule[] = [];
  const open: string[][] = [];
  for (const [, words = '', end] of text.matchAll(/([^{};]*)([{};])/g)) {
    const declaration = words.trim().replaceAll(/\s+/g, ' ');
    if (end === '{') open.push([]);
    else {
      if (declaration) open.at(-1)?.push(declaration);
      const closed = end === '}' ? open.pop() : undefined;
      if (closed && closed.length > 0) rules.push({ file, declarations: closed.toSorted().join('; ') });
    }
  }
  return rules;
}

const rules = sheets.flatMap(rulesOf);

test('few rules of the style sheets repeat each other word for word', () => {
  expect(rules.length).toBeGreaterThan(500);
  const counts = new Map<string, number>();
  for (const { declarations } of rules) counts.set(declarations, (counts.get(declarations) ?? 0) + 1);
  const repeated = rules.filter(({ declarations }) => counts.get(declarations)! > 1);
  expect((100 * repeated.length) / rules.length).toBeLessThanOrEqual(REPEATED);
});

test('distances between things are steps of the scale', () => {
  const gaps = rules.flatMap(({ file, declarations }) =>
    [...declarations.matchAll(/(?:^|; )(?:row-|column-)?gap: ([^;]+)/g)].flatMap(([, value]) =>
      (value!.match(/(?:var|clamp)\([^)]*\)|\S+/g) ?? []).map((gap) => ({ file, gap })),
    ),
  );
  expect(gaps.length).toBeGreaterThan(200);
  expect(gaps.filter(({ gap }) => !/^var\(--osn-space-\d\)$/.test(gap) && !OWN_GAPS.test(gap))).toEqual([]);
});

/** What layout.css and global.css give to every screen. */
const parts = new Set(
  ['web/ui/layout/layout.css', 'web/ui/global.css'].flatMap((file) =>
    [...read(file).matchAll(/\.([a-z][a-z-]*(?:\d)?)(?![\w-]*\/)/g)].map(([, name]) => name!),
  ),
);

test('each class that a screen names is a part, and each part is used', () => {
  const used = new Set<string>();
  const unknown: string[] = [];
  for (const file of globSync('web/**/*.tsx', { cwd: ROOT })) {
    for (const [, plain, mixed] of read(file).matchAll(/className=(?:"([^"]+)"|\{`([^`]+)`\})/g)) {
      const names = (plain ?? mixed!.replaceAll(/\$\{[^}]*\}/g, ' ')).split(/\s+/).filter(Boolean);
      for (const name of names) {
        used.add(name);
        if (!parts.has(name)) unknown.push(`${file}: ${name}`);
      }
    }
  }
  expect(unknown).toEqual([]);
  const own = [...read('web/ui/layout/layout.css').matchAll(/\.([a-z][a-z-]*\d?)\b/g)].map(
    ([, name]) => name!,
  );
  expect([...new Set(own)].filter((name) => !used.has(name))).toEqual([]);
});

test('each class that a screen takes from its own sheet stands there', () => {
  const missing: string[] = [];
  let seen = 0;
  for (const file of globSync('web/**/*.tsx', { cwd: ROOT })) {
    const text = read(file);
    const code = text.replaceAll(/'[^'\n]*\.(?:css|tsx?)'/g, '');
    for (const [, name, path] of text.matchAll(/^import (\w+) from '(\.[^']+\.module\.css)';$/gm)) {
      const sheet = read(join(file, '..', path!));
      for (const [, used] of code.matchAll(new RegExp(`\\b${name}\\.([a-zA-Z]\\w*)`, 'g'))) {
        seen += 1;
        if (!new RegExp(`\\.${used}\\b`).test(sheet)) missing.push(`${file}: ${used}`);
      }
    }
  }
  expect(seen).toBeGreaterThan(1000);
  expect(missing).toEqual([]);
});

test('what a component hides has no class of layout that would show it again', () => {
  const shown = globSync('web/**/*.tsx', { cwd: ROOT }).flatMap((file) => {
    const code = read(file);
    return [...code.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)].flatMap(([, name, path]) => {
      const sheet = sheets.find((one) => one.file === join(file, '..', path!));
      const hidden = [...(sheet?.text ?? '').matchAll(/([^{}]+)\{[^{}]*display: none/g)].flatMap(
        ([, words]) => words!.split(',').map((selector) => selector.trim()),
      );
      return [...code.matchAll(new RegExp(`\`\\$\\{${name}\\.(\\w+)\\}([^\`]*)\``, 'g'))]
        .filter(([, own, others]) => hidden.includes(`.${own}`) && LAYOUT.test(others!))
        .map(([words]) => `${file}: ${words}`);
    });
  });
  expect(shown).toEqual([]);
});

test('no rule looks into all of the page', () => {
  // What comes into it anywhere (a menu, a letter of a search) would have the styles of all of it judged anew.
  const onScreen = sheets.map(({ file, text }) => ({
    file,
    text: text.replaceAll(/^@media print \{[^]*?^\}/gm, ''),
  }));
  const looking = onScreen.flatMap(({ file, text }) =>
    (
      text.match(/(?:^|[\s,])(?::root|html|body|main|\.layout|\.main|\.page)(?:[.:[(][^\s{]*)?:has\(/gm) ?? []
    ).map((selector) => `${file}: ${selector.trim()}`),
  );
  expect(looking).toEqual([]);
});
