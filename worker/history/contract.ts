import * as z from 'zod/mini';
import { USER_TYPES } from '../access/contract.ts';
import { byId, endpoint, id, instant, listQuery, page } from '../platform/contract.ts';

export const ACTIONS = [
  'create',
  'update',
  'delete',
  'add',
  'update_related_model',
  'blocked',
  'unblocked',
  'restore',
] as const;

export const COURSE_MODELS = ['course', 'material', 'form', 'question'] as const;

export const listCourseHistory = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/history',
  access: 'viewCourseHistory',
  summary:
    'What was done to a course, its materials, tests and questions, newest first; a bulk action is one entry',
  params: byId,
  query: listQuery({ page_size: 10, ordering: ['created_at'] }),
  response: page(
    z.object({
      id,
      /** Null for what the product did by itself. */
      author: z.nullable(
        z.object({ id, first_name: z.string(), last_name: z.string(), photo: z.nullable(z.string()) }),
      ),
      author_type: z.nullable(z.enum(USER_TYPES)),
      action: z.enum(ACTIONS),
      object_model: z.enum(COURSE_MODELS),
      object_id: id,
      object_label: z.string(),
      /** What changed, as plain text around the first difference; null where there was or is nothing. */
      fields: z.array(
        z.object({ field: z.string(), old: z.nullable(z.string()), new: z.nullable(z.string()) }),
      ),
      /** How many entries of the same bulk action stand behind this one. */
      more: z.int(),
      created_at: instant,
    }),
  ),
});
