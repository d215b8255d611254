import { expect, test } from 'vitest';
import {
  type DraftStage,
  inOrder,
  newItem,
  reordered,
} from '../../../../web/features/learning/chronology/edit/draft.ts';

const thing = (id: number, webinar = false) =>
  newItem({
    course_id: webinar ? null : id,
    webinar_id: webinar ? id : null,
    name: `Thing ${id}`,
    theme_color: null,
    starts_at: null,
    canceled: false,
    has_tests: true,
  });
const rulesOf = (stages: readonly DraftStage[]) =>
  stages.map(({ items }) =>
    items.map(({ name, access_rule }) => `${name.replace('Thing ', '')} ${access_rule}`),
  );

test('stages that follow each other do so in another order', () => {
  const stages = inOrder([thing(1), thing(2), thing(3)]);
  expect(rulesOf(stages)).toEqual([['1 always'], ['2 previous_done'], ['3 previous_done']]);
  const [first, second, third] = stages as [DraftStage, DraftStage, DraftStage];
  expect(rulesOf(reordered(stages, [second, first, third]))).toEqual([
    ['2 always'],
    ['1 previous_done'],
    ['3 previous_done'],
  ]);
  expect(rulesOf(reordered(stages, [third, first, second]))).toEqual([
    ['3 always'],
    ['1 previous_done'],
    ['2 previous_done'],
  ]);
  expect(rulesOf(reordered(stages, [first, third, second]))).toEqual([
    ['1 always'],
    ['3 previous_done'],
    ['2 previous_done'],
  ]);
});

test('what comes to be the first waits for nothing when the one before is gone', () => {
  const stages = inOrder([thing(1), thing(2)]);
  expect(rulesOf(reordered(stages, stages.slice(1)))).toEqual([['2 always']]);
  expect(reordered(stages, [])).toEqual([]);
});

test('webinars, dates and stages that follow nothing stay as they are', () => {
  const stages = inOrder([thing(1, true), thing(2), thing(3)]);
  stages[1]!.items[0]!.access_rule = 'from_date';
  const [first, second, third] = stages as [DraftStage, DraftStage, DraftStage];
  expect(rulesOf(reordered(stages, [second, first, third]))).toEqual([
    ['2 from_date'],
    ['1 always'],
    ['3 previous_done'],
  ]);
  expect(rulesOf(reordered(stages, [third, second, first]))).toEqual([
    ['3 always'],
    ['2 from_date'],
    ['1 always'],
  ]);
});
