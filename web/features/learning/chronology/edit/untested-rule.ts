interface Placed {
  key: string;
  access_rule: string;
  required: boolean;
  canceled: boolean;
  has_tests: boolean;
}

export type UntestedRule = 'previous_passed' | 'all_previous_passed';

/** The rule of an item that asks for tests of stages where there are none; null: it asks for none, or there are some. */
export function untestedRule(
  stages: readonly { items: readonly Placed[] }[],
  key: string,
): UntestedRule | null {
  const own = stages.findIndex(({ items }) => items.some((item) => item.key === key));
  const rule = stages[own]?.items.find((item) => item.key === key)?.access_rule;
  if (rule !== 'previous_passed' && rule !== 'all_previous_passed') return null;
  const before = stages
    .slice(0, own)
    .map(({ items }) => items.filter(({ required, canceled }) => required && !canceled))
    .filter((items) => items.length > 0);
  const asked = rule === 'previous_passed' ? before.slice(-1) : before;
  return asked.length > 0 && !asked.flat().some(({ has_tests }) => has_tests) ? rule : null;
}
