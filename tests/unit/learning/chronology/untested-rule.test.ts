import { describe, expect, test } from 'vitest';
import { untestedRule } from '../../../../web/features/learning/chronology/edit/untested-rule.ts';

const anItem = (more: { has_tests?: boolean; required?: boolean; access_rule?: string } = {}) => ({
  key: 'other',
  access_rule: 'always',
  required: true,
  canceled: false,
  has_tests: false,
  ...more,
});
const of = (access_rule: string, ...before: ReturnType<typeof anItem>[][]) =>
  untestedRule(
    [...before, [{ ...anItem({ access_rule }), key: 'own' }]].map((items) => ({ items })),
    'own',
  );

const [plain, tested] = [anItem(), anItem({ has_tests: true })];

describe('a rule that asks for tests', () => {
  test('is told of where the stages that it looks at have none', () => {
    expect(of('previous_passed', [plain])).toBe('previous_passed');
    expect(of('previous_passed', [tested], [plain])).toBe('previous_passed');
    expect(of('previous_passed', [plain, tested])).toBe(null);
    expect(of('all_previous_passed', [plain], [plain])).toBe('all_previous_passed');
    expect(of('all_previous_passed', [tested], [plain])).toBe(null);
  });

  test('looks past what asks for nothing', () => {
    const optional = anItem({ has_tests: true, required: false });
    expect(of('previous_passed', [plain], [optional])).toBe('previous_passed');
    expect(of('previous_passed', [tested], [optional])).toBe(null);
  });

  test('says nothing in the first stage, and other rules nothing anywhere', () => {
    expect(of('previous_passed')).toBe(null);
    expect(of('previous_done', [plain])).toBe(null);
  });
});
