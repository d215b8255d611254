import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract.ts';

const seconds = z.int();

const details = z.object({
  version: z.string(),
  database: z.object({ ok: z.boolean(), ms: z.int() }),
  storage: z.object({ ok: z.boolean(), ms: z.int() }),
  /** How long ago each of the minute's jobs last ended well. */
  jobs: z.array(z.object({ name: z.string(), age: seconds })),
  /** Mails whose time has come, and how long the oldest waits; those given up within a day. */
  mails: z.object({ waiting: z.int(), oldest: seconds, given_up: z.int() }),
  /** Answers of 500 and more within 24 hours. */
  errors: z.int(),
  /** What is wrong, in words. */
  problems: z.array(z.string()),
});

/**
 * `down` answers 503: nothing can be served. `degraded` answers 200, since calls are served: a balancer must not turn
 * everybody away over a late mail. Figures are for who sends HEALTH_TOKEN.
 */
export const getHealth = endpoint({
  method: 'GET',
  path: '/api/health',
  access: 'public',
  summary: 'Whether the product is well: 200 ok or degraded, 503 down; figures with the operator’s token',
  response: z.object({
    status: z.enum(['ok', 'degraded', 'down']),
    ...z.partial(details).shape,
  }),
});
