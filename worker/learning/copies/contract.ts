import * as z from 'zod/mini';
import { byId, endpoint, id } from '../../platform/contract.ts';

export const copyCourse = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/clone',
  access: 'createCourse',
  summary: 'Copy a course of the company without people and results: for groups at once, or as a draft',
  params: byId,
  alsoNamed: { study_groups: 'group_ids' },
  body: z.strictObject({ group_ids: z.optional(z.array(id).check(z.maxLength(100))) }),
  response: z.object({ id }),
  status: 201,
  idempotent: true,
});
