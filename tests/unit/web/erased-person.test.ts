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

test('any other answer is read as it is', () => {
  expect(parseAnswer('{"last_name":"Коваль","first_name":"№7"}')).toEqual({
    last_name: 'Коваль',
    first_name: '№7',
  });
});
