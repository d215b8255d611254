import { materialPath } from '../../../../lib/paths/material-paths.ts';
import { resultPath } from '../../../../lib/paths/result-paths.ts';

/** What a test or exam of a person tells wherever it is listed. */
interface PersonTest {
  course_id: number;
  material_id: number;
  passed_form_status: number;
  last_attempt_id: number | null;
}

/** One's own leads to where it is taken while it still can be; otherwise to the result of the last attempt. */
export function testHref(
  { course_id, material_id, last_attempt_id, passed_form_status }: PersonTest,
  own: boolean,
): string | null {
  if (own && [1, 3, 4].includes(passed_form_status)) return materialPath(course_id, material_id);
  return last_attempt_id === null ? null : resultPath(course_id, last_attempt_id);
}
