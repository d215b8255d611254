import type { getCourse, NextStep } from '#contract/learning/courses';
import type { ResponseOf } from '#contract/platform';

type Material = ResponseOf<typeof getCourse>['education_materials'][number];

/** Another try at a test that was failed, where there is one: whoever reads that they failed goes on with that. */
export function nextTry(material: Material | undefined): NextStep | null {
  if (material?.state !== 'failed' || material.waits_for !== null || material.locked !== null) return null;
  const { id, name, type, form_id, minutes, attempts_left, opens_at, closes_at } = material;
  return {
    kind: 'go',
    material: { id, name, type, form_id },
    minutes,
    attempts_left,
    opens_at,
    closes_at,
    begun: true,
  };
}
