import * as z from 'zod/mini';
import { endpoint, id, instant, text } from '../../platform/contract.ts';

const named = z.object({ id, name: z.string() });

/** What is found of each kind, the best first; a kind that the role has no list of is not there. */
export const search = endpoint({
  method: 'GET',
  path: '/api/v1/search',
  access: 'viewProfile',
  summary:
    'People, courses, groups, programs and webinars in reach that hold all words of the query, five of each at most',
  query: z.strictObject({ query: text(100) }),
  response: z.object({
    people: z.optional(
      z.array(
        z.object({
          id,
          first_name: z.string(),
          last_name: z.string(),
          email: z.nullable(z.string()),
          phone: z.nullable(z.string()),
          photo: z.nullable(z.string()),
          position: z.string(),
          subdivision: z.string(),
        }),
      ),
    ),
    courses: z.array(z.extend(named, { published: z.boolean(), category: z.nullable(z.string()) })),
    groups: z.optional(z.array(z.extend(named, { students: z.int() }))),
    programs: z.array(z.extend(named, { internal_name: z.nullable(z.string()) })),
    webinars: z.array(z.extend(named, { starts_at: instant, canceled: z.boolean() })),
  }),
});
