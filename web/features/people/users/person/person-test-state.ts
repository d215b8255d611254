import type { Tone } from '../../../../ui/state/status-badge.tsx';

/** What a test or exam of a person tells wherever it is listed. */
export interface PersonTest {
  course_id: number;
  material_id: number;
  passed_form_status: number;
  passed_successfully: boolean | null;
  last_attempt_id: number | null;
}

export const TEST_TONES = {
  in_progress: 'active',
  passed: 'good',
  failed: 'bad',
  not_published: 'warning',
  assigned: 'neutral',
  reopened: 'active',
  rejected: 'bad',
  canceled: 'neutral',
} as const satisfies Record<string, Tone>;

/** The state in the words of the appointed forms (decisions, "Assignment and attempt"). */
export function testState({
  passed_form_status,
  passed_successfully,
}: Pick<PersonTest, 'passed_form_status' | 'passed_successfully'>): keyof typeof TEST_TONES {
  if (passed_form_status === 2) {
    if (passed_successfully === null) return 'not_published';
    return passed_successfully ? 'passed' : 'failed';
  }
  const states = { 1: 'in_progress', 3: 'assigned', 4: 'reopened', 5: 'rejected', 6: 'canceled' } as const;
  return states[passed_form_status as keyof typeof states] ?? 'assigned';
}

/** One's own leads to where it is taken while it still can be; otherwise to the result of the last attempt. */
export function testHref(
  { course_id, material_id, last_attempt_id, passed_form_status }: PersonTest,
  own: boolean,
): string | null {
  if (own && [1, 3, 4].includes(passed_form_status))
    return `/course/${course_id}/education-materials/${material_id}`;
  return last_attempt_id === null ? null : `/course/${course_id}/statistic/${last_attempt_id}`;
}
