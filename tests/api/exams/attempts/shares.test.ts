import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  earnedShare,
  isAccepted,
  type GivenAnswer,
  type SharedQuestion,
} from '../../../../worker/exams/questions/question.ts';
import type { Key } from '../../../../worker/exams/questions/question.ts';
import { asSystem } from '../../../support/api/world.ts';

interface Case {
  question: SharedQuestion;
  key: Key;
  given: GivenAnswer;
}

const IDS = [11, 12, 13, 14];
const credit = fc.constantFrom('all' as const, 'parts' as const);
const someIds = fc.subarray(IDS);
const inOrder = fc.shuffledSubarray(IDS);

const choice: fc.Arbitrary<Case> = fc
  .tuple(credit, fc.subarray(IDS, { minLength: 1 }), someIds)
  .map(([each, key, answer_ids]) => ({
    question: { credit: each, multiple_right_answers: true },
    key,
    given: { answer_ids },
  }));

const percent = fc.constantFrom({}, { percent: 50 }, { percent: 33 });
const nearMiss: fc.Arbitrary<Case> = fc
  .tuple(
    credit,
    fc.array(percent, { minLength: 4, maxLength: 4 }),
    fc.constantFrom(...IDS),
    fc.constantFrom(...IDS),
  )
  .map(([each, shares, right, chosen]) => ({
    question: { credit: each, answers: IDS.map((id, at) => ({ id, title: `${id}`, ...shares[at] })) },
    key: [right],
    given: { answer_ids: [chosen] },
  }));

const ordering: fc.Arbitrary<Case> = fc
  .tuple(credit, inOrder, inOrder)
  .filter(([, key]) => key.length > 0)
  .map(([each, key, answer_ids]) => ({
    question: { type: 'ordering', credit: each },
    key,
    given: { answer_ids },
  }));

const pairs = fc.dictionary(fc.constantFrom('11', '12', '13'), fc.constantFrom(71, 72, 73), { minKeys: 1 });
const matching: fc.Arbitrary<Case> = fc.tuple(credit, pairs, pairs).map(([each, key, response]) => ({
  question: { type: 'matching', credit: each },
  key: { ...key },
  given: { answer_ids: [], response: { ...response } },
}));

/** Texts that differ by what does not matter, or by a little that does. */
const words = fc
  .array(
    fc.constantFrom(
      'Київ',
      'київ',
      'об',
      '’',
      "'",
      '\uFF07',
      '\uFF40',
      'єкт',
      ' ',
      '  ',
      '-',
      '—',
      '*',
      '\\*',
      '%',
      '_',
      '\\',
      'ﬁ',
      'a',
      'A',
    ),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((parts) => parts.join(''));
const short: fc.Arbitrary<Case> = fc
  .tuple(
    fc.boolean(),
    fc.array(fc.tuple(words, percent), { maxLength: 3 }),
    fc.array(words, { maxLength: 2 }),
    words,
  )
  .map(([match_case, accepted, more, response]) => ({
    question: {
      type: 'short_answer',
      match_case,
      answers: accepted.map(([title, share], at) => ({ id: IDS[at]!, title, ...share })),
    },
    key: [...accepted.map((_, at) => IDS[at]!), ...more],
    given: { answer_ids: [], response },
  }));

const gapAnswer = fc.record({ gap: fc.constantFrom(1, 2, 3), title: words, more: percent });
const said = fc.oneof(fc.constantFrom(...IDS), words);
const gaps: fc.Arbitrary<Case> = fc
  .tuple(
    credit,
    fc.boolean(),
    fc.array(gapAnswer, { minLength: 1, maxLength: 4 }),
    someIds,
    fc.array(fc.record({ gap: fc.constantFrom(1, 2, 3), title: words }), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('1', '2', '3'), said),
  )
  .map(([each, match_case, answers, key, more, response]) => ({
    question: {
      type: 'gaps',
      credit: each,
      match_case,
      answers: answers.map(({ more: share, ...answer }, at) => ({ id: IDS[at]!, ...answer, ...share })),
    },
    key: [...key, ...more],
    given: { answer_ids: [], response: { ...response } },
  }));

/** Few lines for corners and marks to lie on, so that edges are met. */
const part = fc.constantFrom(0, 0.25, 0.3333, 0.5, 0.5001, 0.75, 1);
const area = fc.oneof(
  fc.record({
    shape: fc.constantFrom('rect' as const, 'ellipse' as const),
    coords: fc.array(part, { minLength: 4, maxLength: 4 }),
  }),
  fc.record({
    shape: fc.constant('polygon' as const),
    coords: fc.array(fc.tuple(part, part), { minLength: 3, maxLength: 5 }).map((corners) => corners.flat()),
  }),
);
const hotspot: fc.Arbitrary<Case> = fc
  .tuple(
    credit,
    fc.integer({ min: 1, max: 3 }),
    fc.array(fc.tuple(area, percent), { minLength: 1, maxLength: 4 }),
    someIds,
    fc.array(area, { maxLength: 1 }),
    fc.array(fc.record({ x: part, y: part }), { maxLength: 3 }),
  )
  .map(([each, places, areas, key, more, response]) => ({
    question: {
      type: 'hotspot',
      credit: each,
      hotspot: { places, alt: '' },
      answers: areas.map(([own, share], at) => ({ id: IDS[at]!, title: `${at}`, area: own, ...share })),
    },
    key: [...key, ...more.map((own) => ({ title: 'more', area: own }))],
    given: { answer_ids: [], response },
  }));

const digits = fc.constantFrom(
  '0',
  '1',
  '1.5',
  '1,50',
  '-1.5',
  '−1.5',
  '1 500',
  '.5',
  '1e3',
  '1000',
  '1.49',
  '1.5 кг',
  '1.5kg',
  'one',
  '1.2.3',
);
const tolerance = fc.constantFrom(
  {},
  { tolerance: '0.01' },
  { tolerance: '0,01' },
  { tolerance: '1%' },
  { tolerance: '1 %' },
);
const number: fc.Arbitrary<Case> = fc
  .tuple(
    fc.constantFrom('', 'кг', 'KG'),
    fc.array(fc.tuple(digits, tolerance, percent), { minLength: 1, maxLength: 3 }),
    digits,
  )
  .map(([unit, accepted, response]) => ({
    question: {
      type: 'number',
      unit,
      answers: accepted.map(([title, near, share], at) => ({ id: IDS[at]!, title, ...near, ...share })),
    },
    key: accepted.map((_, at) => IDS[at]!),
    given: { answer_ids: [], response },
  }));

test.each([
  ['a choice', choice],
  ['a near miss', nearMiss],
  ['a text with gaps', gaps],
  ['places on a picture', hotspot],
  ['an ordering', ordering],
  ['a matching', matching],
  ['a short answer', short],
  ['a number', number],
] as const)('%s earns in the database what the rules say', async (_type, arbitrary) => {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitrary, { minLength: 20, maxLength: 20 }), async (cases) => {
      const [row] = await asSystem<{ shares: number[] }>([
        `select array_agg(earned_share(c->'question', c->'key',
             array(select jsonb_array_elements_text(c->'given'->'answer_ids')::integer), c->'given'->'response')::float8
             order by n) as shares
           from jsonb_array_elements($1) with ordinality t(c, n)`,
        [JSON.stringify(cases)],
      ]);
      for (const [at, { question, key, given }] of cases.entries())
        expect({ case: cases[at], share: row!.shares[at] }).toEqual({
          case: cases[at],
          share: expect.closeTo(earnedShare(question, key, given)!, 10),
        });
    }),
    { numRuns: 40, endOnFailure: true },
  );
});

test.each([
  [{ type: 'short_answer' }, ['обʼєкт'], "об'єкт", 1],
  [{ type: 'short_answer' }, ['а - б'], ' А —  б ', 1],
  [{ type: 'short_answer' }, ['Шевченко'], '\uFEFFШев\u00ADчен\u200Bко', 1],
  [{ type: 'short_answer', match_case: true }, ['Київ'], 'київ', 0],
  [{ type: 'short_answer' }, ['К*в'], 'Київ', 1],
  [{ type: 'short_answer' }, ['2\\*2'], '2x2', 0],
  [{ type: 'short_answer' }, ['100%'], '100 %', 0],
  [{ type: 'number', unit: 'кг' }, ['1500'], '1 500,0 кг', 1],
  [{ type: 'number' }, ['1500'], '1.5e3', 1],
  [{ type: 'number' }, ['1500'], '1500 кг', 0],
] as const)('%j that accepts %j', async (question, key, response, share) => {
  const given = { answer_ids: [], response };
  expect(earnedShare(question, [...key], given)).toBe(share);
  const [row] = await asSystem<{ share: number }>([
    `select earned_share($1, $2, '{}', $3)::float8 as share`,
    [JSON.stringify(question), JSON.stringify(key), JSON.stringify(response)],
  ]);
  expect(row).toEqual({ share });
});

const FORMS = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));

test.each(["'`´ʼ‘’′", '-‐‑‒–—―−'])('signs like %s are the same in every width and height', async (alike) => {
  const signs = FORMS.filter((sign) => alike.includes(sign) || alike.includes(sign.normalize('NFKC')));
  expect(signs.length).toBeGreaterThan(alike.length);
  const typed = signs.map((sign) => `Кам${sign}янець`);
  const right = `Кам${alike[0]}янець`;
  expect(typed.filter((text) => !isAccepted(text, right, true))).toEqual([]);
  const refused = await asSystem([
    `select typed from jsonb_array_elements_text($1::jsonb) typed where not is_accepted(typed, $2, true)`,
    [JSON.stringify(typed), right],
  ]);
  expect(refused).toEqual([]);
});
