import type { MODELS } from '#contract/history';

type Model = (typeof MODELS)[number];

const PATHS: Partial<Record<Model, string>> = {
  company: '/company',
  membership: '/user',
  group: '/group',
  program: '/program',
  course: '/course',
  webinar: '/webinar',
};

interface Shown {
  object_model: Model;
  object_id: number;
  deleted: boolean;
}

/**
 * The page of what an entry is about; null when there is none.
 * @param course_id the course whose history it is: where its materials, tests and questions are managed
 */
export function objectPath({ object_model, object_id, deleted }: Shown, course_id?: number): string | null {
  if (deleted) return null;
  const path = PATHS[object_model];
  // On the page of the course itself, it is not a way to anywhere.
  if (path) return object_model === 'course' && object_id === course_id ? null : `${path}/${object_id}`;
  return course_id === undefined ? null : `/course/${course_id}/education-materials`;
}
