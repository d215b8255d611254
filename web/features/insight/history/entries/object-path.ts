import type { MODELS } from '#contract/insight/history';
import { constructorPath, materialPath } from '../../../../lib/paths/material-paths.ts';

type Model = (typeof MODELS)[number];

const PATHS: Partial<Record<Model, string>> = {
  company: '/company',
  membership: '/user',
  group: '/group',
  program: '/program',
  course: '/course',
  // Without a place it is one of the bank.
  question: '/bank',
  webinar: '/webinar',
};

interface Shown {
  object_model: Model;
  object_id: number;
  deleted: boolean;
  place: { course_id: number; material_id: number } | null;
}

/**
 * The page of what an entry is about, or where it is edited; null when there is none.
 * @param here the course on whose page it stands: no way to anywhere
 */
export function objectPath({ object_model, object_id, deleted, place }: Shown, here?: number): string | null {
  if (deleted) return null;
  if (place) {
    const { course_id, material_id } = place;
    return object_model === 'material'
      ? materialPath(course_id, material_id)
      : constructorPath(course_id, material_id);
  }
  const path = PATHS[object_model];
  return path && !(object_model === 'course' && object_id === here) ? `${path}/${object_id}` : null;
}
