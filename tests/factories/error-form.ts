import * as z from 'zod/mini';
import { email, text } from '../../worker/platform/contract.ts';

/** A body in which each rule of §5 can be broken. */
export const createForm = z.strictObject({
  name: text(10),
  long: text(20, 3),
  code: z.string().check(z.length(4)),
  email,
  age: z.int().check(z.gte(18), z.lte(99)),
});
