import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asSystem } from '../../../support/api/world.ts';

interface Case {
  counts: number[];
  masks: number[];
}

const cases: fc.Arbitrary<Case> = fc
  .array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 })
  .chain((counts) =>
    fc.record({
      counts: fc.constant(counts),
      masks: fc.array(fc.integer({ min: 1, max: (1 << counts.length) - 1 }), { maxLength: 10 }),
    }),
  );

/** Whether all of these questions can be asked together: for each set of draws, no more than they ask for. */
function fitTogether({ counts }: Case, masks: readonly number[]): boolean {
  return Array.from({ length: 1 << counts.length }, (_, set) => {
    const only = masks.filter((mask) => (mask & ~set) === 0).length;
    return only <= counts.reduce((sum, count, draw) => (set & (1 << draw) ? sum + count : sum), 0);
  }).every(Boolean);
}

/** Those that are asked when the first ones come first: each that fits beside those before it. */
function firstOnes(given: Case): number[] {
  const taken: number[] = [];
  for (const [place] of given.masks.entries()) {
    const both = [...taken, place];
    if (
      fitTogether(
        given,
        both.map((each) => given.masks[each]!),
      )
    )
      taken.push(place);
  }
  return taken.map((place) => place + 1);
}

test('draws are filled as far as they can be, the first questions first, none twice, each from what its draw may take', async () => {
  const made = fc.sample(cases, { numRuns: 400, seed: 7 });
  const [row] = await asSystem<{ filled: (number | null)[][] }>([
    `select jsonb_agg(to_jsonb(fill_draws(
         array(select jsonb_array_elements_text(c->'counts')::integer),
         array(select n::integer from generate_series(1, jsonb_array_length(c->'masks')) n),
         array(select jsonb_array_elements_text(c->'masks')::integer))) order by place) as filled
       from jsonb_array_elements($1::jsonb) with ordinality t(c, place)`,
    [JSON.stringify(made)],
  ]);
  for (const [place, given] of made.entries()) {
    const slots = row!.filled[place]!;
    const drawOf = given.counts.flatMap((count, draw) => Array.from({ length: count }, () => draw));
    expect(slots).toHaveLength(drawOf.length);
    for (const [slot, id] of slots.entries())
      if (id !== null) expect(given.masks[id - 1]! & (1 << drawOf[slot]!)).toBeGreaterThan(0);
    const asked = slots.filter((id) => id !== null).toSorted((a, b) => a - b);
    expect({ given, asked }).toEqual({ given, asked: firstOnes(given) });
  }
});
