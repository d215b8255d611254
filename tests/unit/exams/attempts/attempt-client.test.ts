import { describe, expect, test } from 'vitest';
import {
  answeredIn,
  overwrittenIn,
  choose,
  givenIn,
  confirm,
  openOutbox,
  parsedAnswers,
  partialIn,
  sentOf,
  type Given,
  waitingIn,
} from '../../../../web/features/exams/attempts/run/outbox.ts';
import {
  announcementBetween,
  serverTime,
  synchronized,
} from '../../../../web/features/exams/attempts/run/server-clock.ts';

const AT = 1_000;
const saved = (question_id: number, answer_ids: number[], seq: number) => ({ question_id, answer_ids, seq });

const MATCHING = { type: 'matching', answers: [{}, {}] };
const GAPS = { type: 'gaps', gaps: [{}, {}] };
const PLACES = { type: 'hotspot', hotspot: { places: 2 } };

describe('outbox', () => {
  test('numbers of a question go on from what the server has', () => {
    const outbox = choose(openOutbox([saved(1, [10], 4)], []), 1, { answer_ids: [11] }, AT);
    expect(waitingIn(outbox)).toEqual([{ ...saved(1, [11], 5), given_at: AT }]);
  });

  test('an answer that waited in the browser goes out when its number is higher', () => {
    const outbox = openOutbox([saved(1, [10], 4)], [saved(1, [12], 6), saved(2, [20], 1)]);
    expect(waitingIn(outbox)).toMatchObject([saved(1, [12], 6), saved(2, [20], 1)]);
  });

  test('an answer that waited in the browser never beats a newer one of the server', () => {
    const outbox = openOutbox([saved(1, [10], 7)], [saved(1, [12], 7)]);
    expect(waitingIn(outbox)).toEqual([]);
    expect(givenIn(outbox, 1).answer_ids).toEqual([10]);
  });

  test('what was chosen while a save was on its way goes on waiting', () => {
    const first = choose(openOutbox([], []), 1, { answer_ids: [10] }, AT);
    const sent = waitingIn(first);
    const later = choose(first, 1, { answer_ids: [11] }, AT);
    expect(waitingIn(confirm(later, sent))).toMatchObject([saved(1, [11], 2)]);
  });

  test('a late confirmation of an older save takes nothing back', () => {
    const twice = choose(
      choose(openOutbox([], []), 1, { answer_ids: [10] }, AT),
      1,
      { answer_ids: [11] },
      AT,
    );
    const outbox = confirm(confirm(twice, [saved(1, [11], 2)]), [saved(1, [10], 1)]);
    expect(waitingIn(outbox)).toEqual([]);
  });

  test('what the server has not got of a window that lost its place counts as no answer there', () => {
    const outbox = choose(openOutbox([saved(1, [10], 1)], []), 2, { answer_ids: [20] }, AT);
    expect([...answeredIn(outbox)]).toEqual([1, 2]);
    expect([...answeredIn(outbox, true)]).toEqual([1]);
  });

  test('a text in whose place another was written elsewhere is told, one that arrived or may still is not', () => {
    const text = (question_id: number, response: string, seq: number) => ({
      ...saved(question_id, [], seq),
      response,
    });
    const there = [
      text(1, 'of the phone', 4),
      text(2, 'the same', 3),
      text(3, 'older', 1),
      saved(4, [40], 5),
    ];
    const here = [
      text(1, 'of the laptop', 3),
      text(2, 'the same', 3),
      text(3, 'newer', 2),
      saved(4, [41], 4),
    ];
    expect([...overwrittenIn(there, here)]).toEqual([[1, 'of the laptop']]);
    expect(givenIn(openOutbox(there, here), 1).response).toBe('of the phone');
  });

  test('a question whose choice was taken back counts as unanswered', () => {
    const outbox = choose(choose(openOutbox([], []), 1, { answer_ids: [10] }, AT), 1, { answer_ids: [] }, AT);
    expect(answeredIn(outbox).size).toBe(0);
    expect(waitingIn(outbox)).toMatchObject([saved(1, [], 2)]);
  });

  test.each<[string, object, Given, boolean]>([
    ['a matching with one of two rows', MATCHING, { answer_ids: [], response: { 1: 7 } }, true],
    ['a matching with all rows', MATCHING, { answer_ids: [], response: { 1: 7, 2: 8 } }, false],
    ['a matching without a row', MATCHING, { answer_ids: [], response: {} }, false],
    ['a text with a gap of blanks', GAPS, { answer_ids: [], response: { 1: 'a', 2: ' ' } }, true],
    ['a text without gaps left', GAPS, { answer_ids: [], response: { 1: 'a', 2: 3 } }, false],
    ['one place of two', PLACES, { answer_ids: [], response: [{ x: 0.1, y: 0.2 }] }, true],
    ['one of several answers', { type: 'choice', answers: [{}, {}] }, { answer_ids: [10] }, false],
  ])('what lacks a part: %s', (_, asked, given, lacks) => {
    const question = { id: 1, answers: [], ...asked } as unknown as Parameters<typeof partialIn>[1][number];
    const outbox = choose(openOutbox([], []), 1, given, AT);
    expect([...partialIn(outbox, [question])]).toEqual(lacks ? [1] : []);
  });

  test('an answer that was held up says for how long, also after a reload; others do not', () => {
    const given = choose(openOutbox([], []), 1, { answer_ids: [10] }, AT);
    expect(sentOf(waitingIn(given), AT + 4_999)).toEqual([saved(1, [10], 1)]);
    const kept = parsedAnswers(JSON.stringify(waitingIn(given)));
    expect(sentOf(waitingIn(openOutbox([], kept)), AT + 60_000)).toEqual([
      { ...saved(1, [10], 1), given_ms_ago: 60_000 },
    ]);
    expect(sentOf([saved(1, [10], 1)], AT)).toEqual([saved(1, [10], 1)]);
  });

  test('kept answers that are no answers are ignored', () => {
    expect(parsedAnswers('[{"question_id":1,"answer_ids":[2],"seq":3},{"question_id":"1"},null]')).toEqual([
      saved(1, [2], 3),
    ]);
    expect(parsedAnswers('{broken')).toEqual([]);
    expect(parsedAnswers(null)).toEqual([]);
  });
});

describe('server clock', () => {
  const at = (milliseconds: number) => new Date(milliseconds).toISOString();

  test('the server answered in the middle of the round trip', () => {
    const clock = synchronized(null, at(50_000), 1_000, 1_200);
    expect(serverTime(clock, 1_200)).toBe(50_100);
  });

  test('a less exact sample that fits changes nothing', () => {
    const exact = synchronized(null, at(50_000), 1_000, 1_020);
    expect(synchronized(exact, at(60_000), 10_500, 11_600)).toBe(exact);
  });

  test('a sample that contradicts replaces what was known: the computer slept', () => {
    const before = synchronized(null, at(50_000), 1_000, 1_020);
    const after = synchronized(before, at(3_650_000), 2_000, 2_400);
    expect(serverTime(after, 2_200)).toBe(3_650_000);
  });

  test('the countdown is spoken at 30, 5 and 1 minutes and at 10 seconds only', () => {
    const spoken: number[] = [];
    for (let second = 3600; second > 0; second -= 1) {
      const due = announcementBetween(second, second - 1);
      if (due !== null) spoken.push(due);
    }
    expect(spoken).toEqual([1800, 300, 60, 10]);
  });

  test('after a sleep over several thresholds only the last one is spoken', () => {
    expect(announcementBetween(400, 50)).toBe(60);
  });
});
