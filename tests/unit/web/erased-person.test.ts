import { afterEach, expect, test, vi } from 'vitest';
import { parseAnswer } from '../../../web/lib/session/erased-person.ts';

afterEach(() => vi.unstubAllGlobals());

test('somebody who was erased is named in the language of the interface, wherever they stand', () => {
  vi.stubGlobal('document', { documentElement: { lang: 'de' } });
  const answer = { results: [{ user: { id: 7, first_name: '', last_name: '№7' }, name: '№7' }] };
  expect(parseAnswer(JSON.stringify(answer))).toEqual({
    results: [{ user: { id: 7, first_name: '', last_name: 'Gelöschte Person №7' }, name: '№7' }],
  });
});

test('so is whom an entry of the history is about, and no group that is called like a number', () => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  const entry = (object_model: string, kind: string) => ({
    object_label: '№7',
    object_model,
    part: { label: '№8', kind },
  });
  const read = (...given: [string, string]) => parseAnswer(JSON.stringify(entry(...given)));
  expect(read('membership', 'group')).toMatchObject({
    object_label: 'Erased person №7',
    part: { label: '№8' },
  });
  for (const kind of ['person', 'blocked_person', 'unlocked_person', 'host', 'paper_sheet'])
    expect(read('group', kind)).toMatchObject({
      object_label: '№7',
      part: { label: 'Erased person №8' },
    });
});

test('any other answer is read as it is', () => {
  expect(parseAnswer('{"last_name":"Коваль","first_name":"№7"}')).toEqual({
    last_name: 'Коваль',
    first_name: '№7',
  });
});
