import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';

const FOLDER = join(import.meta.dirname, '../../../web/i18n');
const WEB = join(import.meta.dirname, '../../../web');
const LOCALES = ['uk', 'en', 'de'];
/** The plural forms that each language has in whole numbers (§9: Slavic rules for Ukrainian). */
const PLURALS: Record<string, string[]> = {
  uk: ['one', 'few', 'many', 'other'],
  en: ['one', 'other'],
  de: ['one', 'other'],
};

type Messages = { [key: string]: string | Messages };

const read = (locale: string, slice: string): Messages =>
  JSON.parse(readFileSync(join(FOLDER, locale, slice), 'utf8')) as Messages;

function flat(messages: Messages, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(messages).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[`${prefix}${key}`, value] as const]
        : [...flat(value, `${prefix}${key}.`)],
    ),
  );
}

/** The parameters and tags of a message with their kinds, wherever they stand in it. */
function parametersOf(elements: MessageFormatElement[], found = new Set<string>()): Set<string> {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    found.add(`${element.value}:${TYPE[element.type]}`);
    if (element.type === TYPE.tag) parametersOf(element.children, found);
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      for (const option of Object.values(element.options)) parametersOf(option.value, found);
    }
  }
  return found;
}

function pluralsOf(elements: MessageFormatElement[]): string[][] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.tag) return pluralsOf(element.children);
    if (element.type === TYPE.select)
      return Object.values(element.options).flatMap((option) => pluralsOf(option.value));
    if (element.type === TYPE.plural)
      return [Object.keys(element.options).filter((form) => !form.startsWith('='))];
    return [];
  });
}

const slices = readdirSync(join(FOLDER, 'uk'));

test('every language has the same files', () => {
  expect(slices.length).toBeGreaterThan(3);
  for (const locale of LOCALES) expect(readdirSync(join(FOLDER, locale)).sort()).toEqual([...slices].sort());
});

describe.each(slices)('%s', (slice) => {
  const base = flat(read('uk', slice));

  test.each(['en', 'de'])('has the same keys in %s', (locale) => {
    expect([...flat(read(locale, slice)).keys()].sort()).toEqual([...base.keys()].sort());
  });

  test.each(['en', 'de'])('has the same parameters in %s', (locale) => {
    const other = flat(read(locale, slice));
    const differing = [...base].filter(([key, message]) => {
      const own = [...parametersOf(parse(message))].sort().join();
      return own !== [...parametersOf(parse(other.get(key) ?? ''))].sort().join();
    });
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  test.each(LOCALES)('has every plural form in %s', (locale) => {
    const lacking = [...flat(read(locale, slice))].filter(([, message]) =>
      pluralsOf(parse(message)).some((forms) => PLURALS[locale]!.some((form) => !forms.includes(form))),
    );
    expect(lacking.map(([key]) => key)).toEqual([]);
  });

  test.each(LOCALES)('leaves nothing empty in %s', (locale) => {
    expect([...flat(read(locale, slice))].filter(([, message]) => !message.trim())).toEqual([]);
  });
});

test('gives a text with parameters its parameters', () => {
  const base = new Map(
    slices.flatMap((slice) => [...flat(read('uk', slice), `${slice.replace('.json', '')}.`)]),
  );
  const lacking = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') || file.endsWith('.ts'))
    .flatMap((file) => {
      const code = readFileSync(join(WEB, file), 'utf8');
      const rooms = [...code.matchAll(/useTranslations\((?:'([\w.]+)')?\)/g)].map(([, room]) => room);
      return [...code.matchAll(/\bt\('([\w.]+)'\)/g)]
        .map(([, key]) => key!)
        .filter((key) => {
          const texts = rooms.map((room) => base.get(room ? `${room}.${key}` : key)).filter((text) => text);
          return texts.length > 0 && texts.every((text) => parametersOf(parse(text!)).size > 0);
        })
        .map((key) => `${file}: ${key}`);
    });
  expect(lacking).toEqual([]);
});
