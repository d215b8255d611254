import * as z from 'zod/mini';
import { byId, endpoint, storedFileAnswer } from '../platform/contract.ts';

export const getMedia = endpoint({
  method: 'GET',
  path: '/api/v1/media/:id',
  access: 'signed_in',
  summary:
    'A file, for the Bearer token or the cookie that pictures send; Range, HEAD and If-None-Match are heeded',
  params: byId,
  /** Of a private file: its address as the material gives it. */
  query: z.object({
    expires: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
    signature: z.optional(z.string().check(z.maxLength(100))),
  }),
  response: storedFileAnswer,
  file: '*/*',
  byCookie: true,
});
