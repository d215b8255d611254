import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { ROOT } from '../../../tools/stack/paths.ts';

const LANGUAGES = ['uk', 'en', 'de'];
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

interface Text {
  language: string;
  where: string;
  said: string;
}

/** The rows of the second table of the glossary. */
const ruledOut = [
  ...read('docs/glossary.md')
    .split('\n## Ruled out\n')[1]!
    .matchAll(/^\| (\w\w) \| ([^|]+) \| ([^|]+) \|$/gm),
].map(([, language, word, instead]) => ({ language: language!, word: word!, instead: instead! }));

/** Finds a word as a whole, in any case; an ending that is left open is `…`, and `=` asks for nothing beside it. */
function finderOf(word: string): RegExp {
  if (word.startsWith('=')) return new RegExp(`^\\s*${word.slice(1)}\\s*$`, 'iu');
  const stem = word.replace(/…$/, '').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const end = word.endsWith('…') ? '' : /[\p{L}\p{N}]$/u.test(word) ? '(?![\\p{L}\\p{N}])' : '';
  return new RegExp(`(?<![\\p{L}\\p{N}])${stem.replaceAll(' ', '\\s+')}${end}`, 'iu');
}

/** What a message says: its literals alone, each choice apart. */
function sayingsOf(elements: MessageFormatElement[]): string[] {
  const around = elements.map((element) => (element.type === TYPE.literal ? element.value : '#')).join('');
  const within = elements.flatMap((element) => {
    if (element.type === TYPE.tag) return sayingsOf(element.children);
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [];
    return Object.values(element.options).flatMap((option) => sayingsOf(option.value));
  });
  return [around, ...within];
}

type Messages = { [key: string]: string | Messages };

function messagesIn(messages: Messages, path: string): [string, string][] {
  return Object.entries(messages).flatMap(([key, value]): [string, string][] => {
    // What people may type into a search.
    if (key === 'keywords') return [];
    return typeof value === 'string' ? [[`${path}.${key}`, value]] : messagesIn(value, `${path}.${key}`);
  });
}

const messages = LANGUAGES.flatMap((language) =>
  readdirSync(join(ROOT, 'web/i18n', language)).flatMap((file) =>
    messagesIn(JSON.parse(read(`web/i18n/${language}/${file}`)) as Messages, `${language}/${file}`).flatMap(
      ([where, message]): Text[] => sayingsOf(parse(message)).map((said) => ({ language, where, said })),
    ),
  ),
);

/** The Worker's texts: what stands between quotes in the part of each language. */
function textsOfWorker(file: string, source: string): Text[] {
  let language = '';
  return source.split('\n').flatMap((line, index): Text[] => {
    const own = /^\s*(uk|en|de): (?:[{('`[]|$)/.exec(line)?.[1];
    // What stands further left than the languages belongs to none of them.
    language = own ?? (/^\S/.test(line) ? '' : language);
    if (!language || /^\s*(?:\/?\*|\/\/)/.test(line)) return [];
    return [...line.matchAll(/'([^']*)'|`([^`]*)`/g)].map(([, plain, template]) => ({
      language: language,
      where: `${file}:${index + 1}`,
      said: (plain ?? template ?? '').replaceAll(/\$?\{[^{}]*\}/g, '#'),
    }));
  });
}

/** Mails, sheets, certificates, exports: whatever of the Worker has words in each language. */
const written = globSync('worker/**/*.ts', { cwd: ROOT })
  .filter((file) => /^\s*uk: /m.test(read(file)))
  .flatMap((file) => textsOfWorker(file, read(file)));

/** Policy and terms, each language in a file of its own. */
const legal = globSync('web/features/service/legal/*.{uk,en,de}.ts', { cwd: ROOT }).flatMap((file) =>
  textsOfWorker(file, `  ${file.slice(-5, -3)}: {\n${read(file).replaceAll(/^(?=\S)/gm, ' ')}`),
);

/** The page that stands in for all others without a connection. */
const offline = [
  ...read('web/public/offline.html').matchAll(/<section lang="(\w\w)[^>]*>([^]*?)<\/section>/g),
].map(([, language, html]) => ({
  language: language!,
  where: 'offline.html',
  said: html!.replaceAll(/<[^>]*>/g, ' '),
}));

/** What is wrong in any word: a sign that the language sets otherwise, and what it sets. */
const SIGNS: [languages: string, wrong: RegExp, instead: string][] = [
  ['uk en de', /\p{L}'\p{L}/u, '’'],
  ['uk', /"/, '«…»'],
  ['en', /"(?=\p{L})/u, '“…”'],
  ['de', /"(?=\p{L})/u, '„…“'],
  ['uk', /«[^»„]*«/, '„…“ within «…»'],
  ['uk de', /[\d#][^\u00A0]?%/, 'a no-break space before %'],
  ['en', /[\d#]\s%/, '% without a space'],
  ['uk en de', /(?<![\p{L}\p{N}#)])-[\d#]/u, 'the minus sign −'],
  ['uk', /\(-\p{Ll}/u, 'a word for everybody'],
  ['uk', /\b[KM]B\b/, 'КБ, МБ'],
  ['uk de', /\d\.\d×/, 'a comma: 0,5×'],
  ['de', /—/, 'the dash –'],
  ['de', /[\p{L}#]…(?!\p{L})|(?<!\u00A0) …/u, 'a no-break space before …'],
  // After a comma the letter would have to go on in lower case.
  ['de', /^Guten Tag.*,$/, 'Guten Tag!'],
];

function wrongSigns(texts: Text[]): string[] {
  return texts.flatMap(({ language, where, said }) =>
    SIGNS.filter(([languages, wrong]) => languages.includes(language) && wrong.test(said)).map(
      ([, , instead]) => `${where}: ${instead}`,
    ),
  );
}

/** The texts that use a word that is ruled out in their language, and what is said instead. */
function refused(texts: Text[]): string[] {
  const rules = ruledOut.map((rule) => ({ ...rule, finder: finderOf(rule.word) }));
  return texts.flatMap(({ language, where, said }) =>
    rules
      .filter((rule) => rule.language === language && rule.finder.test(said))
      .map(({ word, instead }) => `${where}: not "${word}" but "${instead}"`),
  );
}

test('no text of the screens uses a word that the glossary rules out', () => {
  expect(messages.length).toBeGreaterThan(5000);
  expect(refused(messages)).toEqual([]);
});

test('nothing that the Worker writes, in mails, sheets, certificates and files, uses one either', () => {
  const files = new Set(written.map(({ where }) => where.split(':')[0]));
  expect(files.size).toBeGreaterThan(15);
  for (const language of LANGUAGES)
    expect(written.filter((text) => text.language === language).length).toBeGreaterThan(200);
  expect(refused(written)).toEqual([]);
});

test('nor do policy, terms and the page without a connection', () => {
  for (const texts of [legal, offline])
    expect(new Set(texts.map(({ language }) => language))).toEqual(new Set(LANGUAGES));
  expect(legal.length).toBeGreaterThan(200);
  expect(refused([...legal, ...offline])).toEqual([]);
});

test('signs are set as each language sets them', () => {
  expect(wrongSigns([...messages, ...written, ...legal, ...offline])).toEqual([]);
});

test.each([
  ['uk', "Об'єкт"],
  ['en', "Don't"],
  ['uk', '"Поруч"'],
  ['de', 'Das "Haus"'],
  ['uk', 'Вийти з «ТОВ «Поруч»»?'],
  ['uk', '90%'],
  ['de', '90 %'],
  ['en', '90 %'],
  ['uk', 'на -5 балів'],
  ['en', 'by -#'],
  ['uk', 'Я це прочитав(-ла)'],
  ['uk', 'до 500 KB'],
  ['uk', 'Швидкість 0.5×'],
  ['de', 'Neues Passwort — Osnova'],
  ['de', 'Wird gespeichert…'],
  ['de', 'Wird gespeichert …'],
  ['de', 'Guten Tag,'],
])('in %s a sign set otherwise is found: %s', (language, said) => {
  expect(wrongSigns([{ language, where: 'here', said }])).toHaveLength(1);
});

test('each row rules a word out of one language, for another that is itself allowed', () => {
  expect(ruledOut.length).toBeGreaterThan(40);
  expect(new Set(ruledOut.map(({ language }) => language))).toEqual(new Set(LANGUAGES));
  const offered = ruledOut.map(({ language, word, instead }) => ({ language, where: word, said: instead }));
  expect(refused(offered)).toEqual([]);
  const unnoticed = ruledOut.filter(({ language, word }) => {
    const shown = word.replace(/^=|…$/, '').toUpperCase();
    const said = word.startsWith('=') ? shown : `So ${shown}, so.`;
    return refused([{ language, where: 'here', said }]).length === 0;
  });
  expect(unnoticed).toEqual([]);
});

test('a word may be ruled out where a text says nothing else', () => {
  const said = (text: string) => refused([{ language: 'uk', where: 'here', said: text }]);
  expect(said('Новий')).toEqual(['here: not "=новий" but "не розпочато"']);
  expect(said('Новий курс')).toEqual([]);
});

test('whole words are meant, and what is written for people alone', () => {
  const said = (message: string) =>
    sayingsOf(parse(message)).map((text) => ({ language: 'en', where: 'here', said: text }));
  expect(refused(said('Two {coaches, plural, one {# trainer} other {# trainers}}, by email'))).toEqual([]);
  expect(refused(said('{role, select, coach {the coach} other {}}'))).toEqual([
    'here: not "coach…" but "trainer"',
  ]);
  const mail = "const WORDS = {\n  en: {\n    coach: 'Your coach {mail}',\n  },\n  de: {\n    a: 'coach',";
  expect(refused(textsOfWorker('a.ts', mail))).toEqual([
    'a.ts:3: not "coach…" but "trainer"',
    'a.ts:6: not "Coach…" but "Trainer"',
  ]);
});
