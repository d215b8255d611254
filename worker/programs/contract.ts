import * as z from 'zod/mini';
import { byId, endpoint, id, instant, listQuery, page } from '../platform/contract.ts';

export const listPrograms = endpoint({
  method: 'GET',
  path: '/api/v1/educational_program/educational_program',
  access: 'viewProgram',
  summary: 'Educational programs in reach',
  query: listQuery({ page_size: 10, ordering: ['name', 'created_at'] }),
  response: page(
    z.object({
      id,
      name: z.string(),
      description: z.string(),
      courses: z.int(),
      /** Share of its courses the student has finished, 0 to 100; null for staff. */
      progress: z.nullable(z.int()),
      created_at: instant,
    }),
  ),
});

export const getProgram = endpoint({
  method: 'GET',
  path: '/api/v1/educational_program/educational_program/:id',
  access: 'viewProgram',
  summary: 'An educational program',
  params: byId,
  response: z.object({
    id,
    name: z.string(),
    /** Shown to staff only. */
    internal_name: z.nullable(z.string()),
    description: z.string(),
    detailed_description: z.string(),
    courses: z.array(z.object({ id, name: z.string(), description: z.string() })),
    groups: z.array(z.object({ id, name: z.string() })),
    created_at: instant,
  }),
});
