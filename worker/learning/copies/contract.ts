import * as z from 'zod/mini';
import { byId, endpoint, id } from '../../platform/contract.ts';

/** Whom a copy of a course is for; without anybody it is a draft. */
export const copyBody = z.strictObject({ group_ids: z.optional(z.array(id).check(z.maxLength(100))) });

export const copyCourse = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/clone',
  access: 'createCourse',
  summary: 'Copy a course of the company without people and results: for groups at once, or as a draft',
  params: byId,
  alsoNamed: { study_groups: 'group_ids' },
  body: copyBody,
  response: z.object({ id }),
  status: 201,
  idempotent: true,
});
