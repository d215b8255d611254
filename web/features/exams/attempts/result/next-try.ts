import type { getCourse, NextStep } from '#contract/learning/courses';
import type { ResponseOf } from '#contract/platform';

type Material = ResponseOf<typeof getCourse>['education_materials'][number];

/** Another try at a test that was failed, where there is one: whoever reads that they failed goes on with that. */
export const nextTry = (material: Material | undefined): NextStep | null =>
  material?.state === 'failed' && material.waits_for === null && material.locked === null
    ? stepOf(material, 'go')
    : null;

/** A test that was failed and has no try left: another one may be asked for. */
export const usedUp = (material: Material | undefined): NextStep | null =>
  material?.state === 'failed' && material.waits_for === 'exhausted' ? stepOf(material, 'exhausted') : null;

function stepOf(material: Material, kind: 'go' | 'exhausted'): NextStep {
  const { id, name, type, form_id, minutes, attempts_left, opens_at, closes_at } = material;
  return {
    kind,
    material: { id, name, type, form_id },
    minutes,
    attempts_left,
    opens_at,
    closes_at,
    begun: true,
  };
}
