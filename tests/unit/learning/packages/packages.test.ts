import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { describe, expect, test } from 'vitest';
import {
  indexOf,
  isPlainPath,
  PackageRefused,
} from '../../../../worker/learning/packages/reading/archive.ts';
import { readManifest } from '../../../../worker/learning/packages/reading/manifest.ts';
import {
  interactionsOf,
  ruledStanding,
  standingOf,
  withoutPerson,
} from '../../../../worker/learning/packages/package.ts';
import { aManifest, aPackage, renamed, withEntry } from '../../../fixtures/packages.ts';

const indexed = (bytes: Uint8Array) =>
  indexOf((offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)), bytes.length);
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: unknown) => (error instanceof PackageRefused ? error.reason : String(error)),
  );

describe('the directory of an archive', () => {
  test('lists each file with its place, and nothing is inflated', async () => {
    const bytes = await aPackage({ files: { 'index.html': 'x'.repeat(5000), 'img/a b.svg': '<svg/>' } });
    const index = await indexed(bytes);
    expect(Object.keys(index).sort()).toEqual(['img/a b.svg', 'imsmanifest.xml', 'index.html']);
    expect(index['index.html']).toEqual([
      expect.any(Number),
      expect.any(Number),
      5000,
      8,
      expect.any(Number),
    ]);
  });

  test('is refused for whatever leads out of it, says two things, or grows', async () => {
    const bytes = await aPackage({ files: { 'index.html': 'hello', 'aa/evil.js': '1' } });
    const bomb = await aPackage({ files: { 'index.html': 'x'.repeat(4_000_000) } });
    const cases: Record<string, [Uint8Array, string]> = {
      upwards: [renamed(bytes, 'aa/evil.js', '../evil.js'.slice(0, 10)), 'bad_path'],
      absolute: [renamed(bytes, 'aa/evil.js', '/a/evil.js'), 'bad_path'],
      backslash: [renamed(bytes, 'aa/evil.js', '..\\evil.js'.slice(0, 10)), 'bad_path'],
      twice_by_slash: [
        renamed(await aPackage({ files: { 'aa/a.js': '1', 'aa:a.js': '2' } }), 'aa:a.js', 'aa\\a.js'),
        'duplicate',
      ],
      drive: [renamed(bytes, 'aa/evil.js', 'c:/evil.js'), 'bad_path'],
      twice: [renamed(bytes, 'aa/evil.js', 'INDEX.HTML'), 'duplicate'],
      link: [
        withEntry(bytes, 'aa/evil.js', (entry) => {
          entry.setUint8(5, 3);
          entry.setUint32(38, 0o120777 << 16, true);
        }),
        'link',
      ],
      encrypted: [withEntry(bytes, 'index.html', (entry) => entry.setUint16(8, 1, true)), 'encrypted'],
      method: [withEntry(bytes, 'index.html', (entry) => entry.setUint16(10, 12, true)), 'method'],
      bomb: [bomb, 'bomb'],
      overlap: [withEntry(bytes, 'aa/evil.js', (entry) => entry.setUint32(42, 0, true)), 'overlap'],
      nothing: [new TextEncoder().encode('no archive at all'), 'not_zip'],
    };
    for (const [name, [archive, reason]] of Object.entries(cases))
      expect([name, await reasonOf(indexed(archive))]).toEqual([name, reason]);
  });

  test('names its files alike, whichever program packed them', async () => {
    const oem = '\x91\xe2\xae\xe0\xa8\xad\xaa\xa0.html';
    const ansi = '\xd1\xf2\xee\xf0\xb3\xed\xea\xe0.html';
    const cases: [string, string, string][] = [
      ['backslashes', 'res\\index.html', 'res/index.html'],
      ['steps that lead nowhere', './index.html', 'index.html'],
      ['Windows, as DOS had them', oem, 'Сторинка.html'],
      ['Windows', ansi, 'Сторінка.html'],
      ['Windows, in German', 'Pr\x81fung.html', 'Prüfung.html'],
    ];
    for (const [name, packed, path] of cases) {
      const plain = 'a'.repeat(packed.length);
      const archive = renamed(await aPackage({ files: { [plain]: 'hello' } }), plain, packed);
      expect([name, Object.keys(await indexed(archive))]).toEqual([name, ['imsmanifest.xml', path]]);
    }
    const decomposed = await aPackage({ files: { ['Мій.html'.normalize('NFD')]: 'hello' } });
    expect(Object.keys(await indexed(decomposed))).toEqual(['imsmanifest.xml', 'Мій.html']);
  });

  test('is refused with more entries than any course has', async () => {
    const entry = Buffer.alloc(46);
    entry.write('PK\u0001\u0002', 'latin1');
    entry.writeUInt16LE(8, 28);
    const entries = Array.from({ length: 10_001 }, (_, at) => [
      entry,
      Buffer.from(String(at).padStart(8, 'f')),
    ]);
    const directory = Buffer.concat(entries.flat());
    const end = Buffer.alloc(22);
    end.write('PK\u0005\u0006', 'latin1');
    // What comes after one too many is not read.
    end.writeUInt16LE(60_000, 8);
    end.writeUInt16LE(60_000, 10);
    end.writeUInt32LE(directory.length, 12);
    expect(await reasonOf(indexed(Buffer.concat([directory, end])))).toBe('too_many_files');
  });

  test('is read as well where it counts by 64 bits, and its limits are the same', async () => {
    const large = async (names: readonly string[]) => {
      const writer = new ZipWriter(new Uint8ArrayWriter(), { zip64: true, useWebWorkers: false });
      for (const name of names) await writer.add(name, new TextReader(name));
      return writer.close();
    };
    const bytes = await large(['imsmanifest.xml', 'index.html']);
    expect(Object.keys(await indexed(bytes))).toEqual(['imsmanifest.xml', 'index.html']);
    // A size of 64 bits that no archive has.
    const grown = new Uint8Array(bytes);
    const at = Buffer.from(bytes).lastIndexOf('index.html') + 'index.html'.length + 4;
    new DataView(grown.buffer).setBigUint64(at, 2n ** 40n, true);
    expect(await reasonOf(indexed(grown))).toBe('bomb');
    expect(await reasonOf(indexed(await large(['index.html', '../evil.js'])))).toBe('bad_path');
  });

  test('takes plain paths alone', () => {
    expect(['a.html', 'ж/є.png', 'a b/c..d'].filter((path) => !isPlainPath(path))).toEqual([]);
    const bad = [
      '',
      '/a',
      'a/../b',
      '..',
      './a',
      'a//b',
      'a\\b',
      'c:a',
      'a\u0000',
      'a\u202Eb',
      'x/'.repeat(21) + 'y',
    ];
    expect(bad.filter(isPlainPath)).toEqual([]);
  });
});

describe('a manifest', () => {
  const index = { 'index.html': [0, 1, 1, 0, 0], 'two.html': [0, 1, 1, 0, 0] } as never;
  const two = [
    { id: 'one', title: 'Вступ', href: 'index.html?a=1#b', mastery: 80 },
    { id: 'two', title: 'Далі', href: 'two.html' },
  ];

  test('tells the standard, the edition, and the items with what they are judged by', () => {
    expect(readManifest(aManifest({ items: two }), index)).toMatchObject({
      standard: '1.2',
      edition: '1.2',
      title: 'Безпека на складі',
      items: [
        { id: 'one', title: 'Вступ', href: 'index.html?a=1#b', sco: true, mastery: 80 },
        { id: 'two', mastery: null },
      ],
      problems: [],
    });
    const later = readManifest(aManifest({ standard: '2004', items: [{ ...two[0]!, mastery: 0.7 }] }), index);
    expect(later).toMatchObject({ standard: '2004', edition: '2004 4th Edition', items: [{ mastery: 0.7 }] });
    const old = aManifest({ standard: '2004' }).replace('2004 4th Edition', 'CAM 1.3');
    expect(readManifest(old, index)).toMatchObject({ standard: '2004', edition: '2004 2nd Edition' });
  });

  test('tells an item of its limits and objectives, and the contents of chapters', () => {
    const page = (id: string, inner: string) =>
      `<item identifier=" ${id} " identifierref=" r "><title>${id}</title>${inner}</item>`;
    const xml = aManifest({ standard: '2004' })
      .replace('identifier="r-one"', 'identifier=" r "')
      .replace(
        /<item .*<\/item>/,
        `<item identifier="c"><title>Розділ</title><item identifier="d"><title>Частина</title>${page(
          'a',
          `<adlcp:timeLimitAction>exit,message</adlcp:timeLimitAction><adlcp:completionThreshold completedByMeasure="true" minProgressMeasure="0.8"/>
         <imsss:sequencing><imsss:limitConditions attemptAbsoluteDurationLimit="PT1H"/><imsss:objectives><imsss:primaryObjective/>
         <imsss:objective objectiveID=" goal "/></imsss:objectives></imsss:sequencing>`,
        )}</item>${page('b', '')}</item>`,
      );
    const [first, second] = readManifest(xml, index).items;
    expect(first).toMatchObject({
      id: 'a',
      max_time: 'PT1H',
      time_limit_action: 'exit,message',
      threshold: 0.8,
      objectives: ['goal'],
      depth: 2,
      chapters: [
        { title: 'Розділ', depth: 0 },
        { title: 'Частина', depth: 1 },
      ],
    });
    expect(second).toEqual({ ...second, id: 'b', depth: 1 });
    expect(second).not.toHaveProperty('chapters');
  });

  test('says which pages are missing, and is refused without any', () => {
    const one = { 'two.html': [0, 1, 1, 0, 0] } as never;
    expect(readManifest(aManifest({ items: two }), one)).toMatchObject({
      items: [{ id: 'two' }],
      problems: ['missing_files'],
      missing: [{ title: 'Вступ', file: 'index.html' }],
    });
    // Nothing in the manifest has the page of the first; that of the second leads out.
    const nowhere = aManifest({ items: two })
      .replace(
        '<item identifier="two"',
        '<item identifier="x" identifierref="gone"><title>Зникла</title></item>$&',
      )
      .replace('href="index.html?a=1#b"', 'href="../index.html"');
    expect(readManifest(nowhere, index)).toMatchObject({
      items: [{ id: 'two' }],
      missing: [
        { title: 'Вступ', file: '../index.html' },
        { title: 'Зникла', file: 'gone' },
      ],
    });
    expect(readManifest(aManifest({ items: two }), index)).toMatchObject({ problems: [], missing: [] });
    expect(() => readManifest(aManifest({ items: two }), {})).toThrow('missing_file');
    // As a browser resolves them.
    for (const href of ['./index.html?a=1#b', 'aa/../index.html?a=1#b', '.\\aa\\..\\index.html?a=1#b']) {
      const { items } = readManifest(aManifest({ items: [{ ...two[0]!, href }] }), index);
      expect(items).toMatchObject([{ href: 'index.html?a=1#b' }]);
    }
  });

  test('is refused with a document type, broken, too deep, of another kind, or leading out', () => {
    const refused = (xml: string) => () => readManifest(xml, index);
    expect(refused(`<!DOCTYPE m [<!ENTITY a "b">]>${aManifest()}`)).toThrow('manifest_unsafe');
    expect(refused('<manifest><a></manifest>')).toThrow('manifest_broken');
    expect(refused(aManifest({ title: '&xxe;' }))).toThrow('manifest_broken');
    expect(refused(`<manifest>${'<a/>'.repeat(50_001)}</manifest>`)).toThrow('manifest_unsafe');
    expect(refused(`<manifest>${'<a>'.repeat(80)}${'</a>'.repeat(80)}</manifest>`)).toThrow(
      'manifest_unsafe',
    );
    expect(refused('<manifest><metadata/></manifest>')).toThrow('not_scorm');
    for (const href of [
      '../x.html',
      '%2e%2e/x.html',
      '..%2fx.html',
      '//x.html',
      'https://x.example',
      'javascript:x',
      '%5cx',
    ])
      expect(refused(aManifest({ items: [{ id: 'x', title: 'x', href }] }))).toThrow('missing_file');
    // What another document would add to it is not fetched.
    const more = '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/>';
    expect(readManifest(aManifest().replace('<organizations', `${more}$&`), index)).toEqual(
      readManifest(aManifest(), index),
    );
  });
});

describe('how a try stands', () => {
  const item = (elements: Record<string, string>, seconds = 10) => ({ elements, seconds });
  const old = (status: string, more: Record<string, string> = {}) =>
    item({ 'cmi.core.lesson_status': status, ...more });

  test.each([
    ['passed', 'completed', 'passed'],
    ['completed', 'completed', 'unknown'],
    ['failed', 'completed', 'failed'],
    ['browsed', 'incomplete', 'unknown'],
    ['incomplete', 'incomplete', 'unknown'],
    ['a word of nobody', 'incomplete', 'unknown'],
  ])('of 1.2: %s', (word, status, success) => {
    expect(standingOf(['a'], { a: old(word) })).toMatchObject({ status, success, seconds: 10 });
  });

  test('of several items is complete when each is, failed when one is', () => {
    const done = old('passed', { 'cmi.core.score.raw': '8', 'cmi.core.score.max': '10' });
    expect(standingOf(['a', 'b'], { a: done })).toMatchObject({
      status: 'incomplete',
      success: 'unknown',
      score: 80,
    });
    expect(standingOf(['a', 'b'], { a: done, b: old('completed') })).toMatchObject({
      status: 'completed',
      success: 'passed',
    });
    expect(standingOf(['a', 'b'], { a: done, b: old('failed') }).success).toBe('failed');
    const later = item({ 'cmi.completion_status': 'completed', 'cmi.score.scaled': '0.5' });
    expect(standingOf(['a'], { a: later })).toMatchObject({
      status: 'completed',
      success: 'unknown',
      score: 50,
    });
    expect(standingOf(['a'], {})).toEqual({
      status: 'not_attempted',
      success: 'unknown',
      score: null,
      seconds: 0,
    });
  });

  test('by rules is as they say, and keeps its time', () => {
    const all = standingOf(['a'], { a: old('passed') });
    const kept = { success: 'unknown', score: null, run: '' } as const;
    expect(ruledStanding(all, { ...kept, status: 'incomplete' })).toEqual({
      status: 'incomplete',
      success: 'unknown',
      score: null,
      seconds: 10,
    });
    expect(ruledStanding(all, { ...kept, status: 'not_attempted' }).status).toBe('incomplete');
    expect(ruledStanding(all, { ...kept, status: 'completed', success: 'failed' })).toMatchObject({
      status: 'completed',
      success: 'failed',
    });
  });

  test('keeps what was answered, and not whom it is about', () => {
    const state = {
      a: old('passed', {
        'cmi.core.student_name': 'Коваль, Олена',
        'cmi.interactions.0.id': 'q1',
        'cmi.interactions.0.student_response': 'b',
        'cmi.interactions.0.correct_responses.0.pattern': 'b',
        'cmi.interactions.0.correct_responses.1.pattern': 'c',
        'cmi.interactions.1.type': 'choice',
      }),
    };
    expect(interactionsOf(state)).toMatchObject([
      { item: 'a', place: 0, name: 'q1', response: 'b', correct: 'b\nc' },
    ]);
    expect(JSON.stringify(withoutPerson(state))).not.toContain('Олена');
  });
});
