import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { disordered, ects, grade, shuffled } from '../../../../worker/exams/attempts/attempt.ts';
import { hmac } from '../../../../worker/platform/secrets/hash.ts';
import {
  advance,
  attemptsAllowed,
  begin,
  CLOSE_MS,
  dueAt,
  GRACE_MS,
  type Attempt,
  type AttemptEvent,
} from '../../../models/attempt.ts';

const T0 = Date.UTC(2026, 0, 5, 9);
const MINUTE = 60_000;

describe('an attempt', () => {
  const save = (question_id: number, answer_ids: number[], seq: number, holder = 'tab'): AttemptEvent => ({
    kind: 'save',
    holder,
    answers: [{ question_id, answer_ids, seq }],
  });

  test('without a time limit ends after 120 minutes', () => {
    expect(begin('tab', null, T0).deadline).toBe(T0 + 120 * MINUTE);
  });

  test('keeps the newer answer when an older save arrives late', () => {
    const first = advance(begin('tab', 10, T0), save(1, [3], 2), T0 + 1000).attempt;
    expect(advance(first, save(1, [4], 1), T0 + 2000).attempt.answers[1]).toEqual({
      answer_ids: [3],
      seq: 2,
    });
  });

  test('takes saves up to five seconds after the deadline and none after', () => {
    const attempt = begin('tab', 10, T0);
    const late = advance(attempt, save(1, [3], 1), attempt.deadline + GRACE_MS - 1);
    expect(late.outcome).toBe('accepted');
    const over = advance(attempt, save(1, [3], 1), attempt.deadline + GRACE_MS);
    expect(over).toMatchObject({
      outcome: 'over',
      attempt: { status: 'completed', finished_by: 'timer', answers: {} },
    });
    expect(over.attempt.finished_at).toBe(attempt.deadline);
  });

  test('ends a minute after its page closed, unless the page comes back', () => {
    const closed = advance(
      begin('tab', 10, T0),
      { kind: 'close', holder: 'tab', answers: [] },
      T0 + 1000,
    ).attempt;
    const ended = advance(closed, { kind: 'tick' }, T0 + 1000 + CLOSE_MS).attempt;
    expect(ended).toMatchObject({
      status: 'completed',
      finished_by: 'page_closed',
      finished_at: T0 + 1000 + CLOSE_MS,
    });
    const back = advance(closed, { kind: 'heartbeat', holder: 'tab', answers: [] }, T0 + 30_000).attempt;
    expect(advance(back, { kind: 'tick' }, T0 + 1000 + CLOSE_MS).attempt.status).toBe('running');
  });

  test('leaves the tab that lost it read-only', () => {
    const taken = advance(begin('tab', 10, T0), { kind: 'take_over', holder: 'other' }, T0 + 1000).attempt;
    expect(advance(taken, save(1, [3], 1), T0 + 2000).outcome).toBe('taken_over');
    expect(advance(taken, save(1, [3], 1, 'other'), T0 + 2000).outcome).toBe('accepted');
  });

  test('cannot be finished by hand while a required question is open, and keeps what was sent', () => {
    const finish: AttemptEvent = {
      kind: 'finish',
      holder: 'tab',
      answers: [{ question_id: 1, answer_ids: [3], seq: 1 }],
      required: [1, 2],
    };
    const refused = advance(begin('tab', 10, T0), finish, T0 + 1000);
    expect(refused).toMatchObject({
      outcome: 'required_question_unanswered',
      attempt: { status: 'running' },
    });
    expect(refused.attempt.answers[1]).toBeDefined();
  });

  test('whatever happens, never moves its deadline, never changes once ended, never runs past its due time', () => {
    const event = fc.record({
      wait: fc.integer({ min: 0, max: 5 * MINUTE }),
      kind: fc.constantFrom('save', 'heartbeat', 'close', 'finish', 'take_over', 'tick'),
      holder: fc.constantFrom('tab', 'other'),
      seq: fc.integer({ min: 1, max: 20 }),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        let attempt: Attempt = begin('tab', 10, T0);
        let now = T0;
        for (const { wait, kind, holder, seq } of events) {
          now += wait;
          const answers = [{ question_id: 1, answer_ids: [seq], seq }];
          const next = advance(attempt, { kind, holder, answers, required: [] }, now).attempt;
          expect(next.deadline).toBe(attempt.deadline);
          if (attempt.status === 'completed') expect(next).toEqual(attempt);
          if (next.status === 'running') expect(now).toBeLessThan(dueAt(next));
          else expect(next.finished_at).toBeLessThanOrEqual(next.deadline);
          expect(next.answers[1]?.seq ?? 0).toBeGreaterThanOrEqual(attempt.answers[1]?.seq ?? 0);
          attempt = next;
        }
      }),
    );
  });
});

describe('grading', () => {
  const passing = { passing_score_type: 'percentages' as const, passing_score: 60 };
  const questions = [
    { id: 1, score: 2, right: [10] },
    { id: 2, score: 1, right: [20, 21] },
  ];

  test('gives the full score for exactly the right set, else nothing', () => {
    const chosen = (answer_ids: number[]) => ({ 2: { answer_ids, seq: 1 } });
    expect(grade(questions, chosen([20, 21]), passing).score).toBe(1);
    expect(grade(questions, chosen([20]), passing).score).toBe(0);
    expect(grade(questions, chosen([20, 21, 22]), passing).score).toBe(0);
  });

  test('tells right, wrong and not answered apart', () => {
    const { explanation } = grade(questions, { 1: { answer_ids: [11] }, 2: { answer_ids: [] } }, passing);
    expect(explanation.map((each) => each.outcome)).toEqual(['wrong', 'not_answered']);
  });

  test('passes at the score in points and at the exact percentage', () => {
    const answers = { 1: { answer_ids: [10], seq: 1 } };
    expect(grade(questions, answers, { passing_score_type: 'points', passing_score: 2 }).passed).toBe(true);
    expect(grade(questions, answers, { passing_score_type: 'points', passing_score: 3 }).passed).toBe(false);
    // 66.67 % does not reach 67, although it is shown rounded and graded D.
    expect(grade(questions, answers, { passing_score_type: 'percentages', passing_score: 67 }).passed).toBe(
      false,
    );
    expect(grade(questions, answers, passing).ects).toBe('D');
  });

  test.each([
    [100, 'A'],
    [90, 'A'],
    [89.5, 'A'],
    [89.49, 'B'],
    [82, 'B'],
    [81.4, 'C'],
    [75, 'C'],
    [74.4, 'D'],
    [67, 'D'],
    [66.4, 'E'],
    [60, 'E'],
    [59.4, 'FX'],
    [35, 'FX'],
    [34.4, 'F'],
    [1, 'F'],
    [0, 'F'],
  ])('%d percent is %s on the ECTS scale', (percent, grade_) => {
    expect(ects(percent)).toBe(grade_);
  });
});

test('one attempt means one, a limit that many, neither means unlimited, and extra ones are added', () => {
  expect(attemptsAllowed({ is_one_attempt_allowed: true, attempt_limit: 5 }, 0)).toBe(1);
  expect(attemptsAllowed({ is_one_attempt_allowed: true, attempt_limit: null }, 2)).toBe(3);
  expect(attemptsAllowed({ is_one_attempt_allowed: false, attempt_limit: 3 }, 1)).toBe(4);
  expect(attemptsAllowed({ is_one_attempt_allowed: false, attempt_limit: null }, 1)).toBeNull();
});

test('what is to be put in order never comes in the right one, unless all of it reads alike', () => {
  const ranks = (key: string) => (tries: number) => (id: number) => hmac(`${tries} ${id}`, key);
  const items = (...titles: string[]) => titles.map((title, index) => ({ id: index + 1, title }));
  const orders = (...titles: string[]) =>
    Array.from({ length: 200 }, (_, key) =>
      disordered(items(...titles), ranks(String(key)))
        .map(({ title }) => title)
        .join(''),
    );
  expect(new Set(orders('a', 'b', 'c'))).toEqual(new Set(['acb', 'bac', 'bca', 'cab', 'cba']));
  expect(new Set(orders('a', 'b'))).toEqual(new Set(['ba']));
  expect(new Set(orders('a', 'a', 'b'))).toEqual(new Set(['aba', 'baa']));
  expect(new Set(orders('a', 'a'))).toEqual(new Set(['aa']));
  expect(orders('a', 'b', 'c')).toEqual(orders('a', 'b', 'c'));
});

test('shuffling keeps every item, is stable for a key and differs between keys', () => {
  const items = Array.from({ length: 20 }, (_, index) => ({ id: index + 1 }));
  const by = (key: string) => (id: number) => hmac(String(id), key);
  expect(shuffled(items, by('a'))).toEqual(shuffled(items, by('a')));
  expect(shuffled(items, by('a'))).not.toEqual(shuffled(items, by('b')));
  expect(shuffled(items, by('a')).sort((a, b) => a.id - b.id)).toEqual(items);
});
