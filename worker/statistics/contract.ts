import * as z from 'zod/mini';
import { endpoint, id, idText, instant, listQuery, page } from '../platform/contract.ts';
import { courseState } from '../courses/contract.ts';

const formResult = z.object({
  form_id: id,
  form_name: z.string(),
  form_type: z.int(),
  status: z.int(),
  attempts_used: z.int(),
  attempts_allowed: z.nullable(z.int()),
  best_percent: z.nullable(z.number()),
  best_score: z.nullable(z.number()),
  last_percent: z.nullable(z.number()),
  ects: z.nullable(z.string()),
  passed: z.nullable(z.boolean()),
  finished_by: z.nullable(z.string()),
  last_attempt_id: z.nullable(id),
});

export const courseStatistic = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/statistic',
  access: 'viewCourseAnalytics',
  summary: "The course's students with progress and results",
  params: z.strictObject({ id: idText }),
  query: listQuery({
    page_size: 10,
    ordering: ['last_name', 'progress', 'last_activity'],
    filters: { state: z.optional(courseState), group: z.optional(idText) },
  }),
  response: page(
    z.object({
      user: z.object({ id, first_name: z.string(), last_name: z.string() }),
      groups: z.array(z.string()),
      state: courseState,
      progress: z.int(),
      materials_done: z.int(),
      materials_total: z.int(),
      started_at: z.nullable(instant),
      last_activity: z.nullable(instant),
      forms: z.array(formResult),
      can_download_certificate: z.boolean(),
    }),
  ),
});
