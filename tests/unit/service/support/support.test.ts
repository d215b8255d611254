import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { describe, expect, test } from 'vitest';
import { SCENES } from '../../../../tools/pictures/scenes.ts';
import { pictureOf, TOPICS } from '../../../../web/features/service/support/topics.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const LANGUAGES = ['uk', 'en', 'de'];

interface Texts {
  [key: string]: string | Texts;
}

const read = (language: string, slice: string): Texts =>
  JSON.parse(readFileSync(join(ROOT, `web/i18n/${language}/${slice}.json`), 'utf8')) as Texts;

function textAt(language: string, key: string): unknown {
  const [slice = '', ...rest] = key.split('.');
  return rest.reduce<unknown>((found, name) => (found as Texts | undefined)?.[name], read(language, slice));
}

describe.each(LANGUAGES)('the instructions in %s', (language) => {
  test('name every button by the very text that stands on it', () => {
    for (const { labels } of TOPICS) {
      for (const key of Object.values(labels)) {
        const text = textAt(language, key);
        expect({ key, text }).toEqual({ key, text: expect.stringMatching(/^[^{}<>]+$/) });
      }
    }
  });

  test('have as many steps as they say, and a label for each name in them', () => {
    for (const { id, steps, labels } of TOPICS) {
      const texts = textAt(language, `support.topics.${id}.steps`) as Record<string, string>;
      expect({ id, steps: Object.keys(texts) }).toEqual({
        id,
        steps: Array.from({ length: steps }, (_, index) => String(index + 1)),
      });
      const names = new Set<string>();
      for (const text of Object.values(texts)) {
        for (const element of parse(text).flatMap((each) => (each.type === TYPE.tag ? each.children : each)))
          if (element.type === TYPE.argument) names.add(element.value);
      }
      expect({ id, names: [...names].sort() }).toEqual({ id, names: Object.keys(labels).sort() });
    }
  });

  test('have a picture each, small enough, and none is left over', () => {
    const files = TOPICS.map(({ id }) => join(ROOT, 'web/public', pictureOf(language, id)));
    for (const file of files) {
      expect({ file, exists: existsSync(file) }).toEqual({ file, exists: true });
      expect(statSync(file).size).toBeLessThanOrEqual(40 * 1024);
    }
    const folder = join(ROOT, 'web/public/support', language);
    expect(
      readdirSync(folder)
        .map((name) => join(folder, name))
        .sort(),
    ).toEqual(files.sort());
  });
});

test('every instruction has a scene that its picture is taken of', () => {
  expect(SCENES.map(({ name }) => name).sort()).toEqual(
    TOPICS.map(({ id }) => id.replaceAll('_', '-')).sort(),
  );
});
