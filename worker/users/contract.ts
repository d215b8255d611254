import * as z from 'zod/mini';
import { email, endpoint, id, idText, listQuery, optionalText, page } from '../platform/contract.ts';
import { userType } from '../accounts/contract.ts';

export const userRow = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  position: z.string(),
  subdivision: z.string(),
  user_types: z.array(userType),
  blocked: z.boolean(),
  email_verified: z.boolean(),
  is_online: z.boolean(),
});

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/v1/accounts/user',
  access: 'viewUser',
  summary: 'People of the company in reach',
  query: listQuery({
    page_size: 16,
    ordering: ['last_name', 'email', 'position', 'subdivision', 'created_at'],
    filters: { user_type: z.optional(userType), group: z.optional(idText) },
  }),
  response: page(userRow),
});

export const inviteUser = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/invite_user',
  access: 'createUser',
  summary: 'Invite a person by mail into a role, and into groups and courses',
  body: z.strictObject({
    email,
    user_type: userType,
    first_name: optionalText(100),
    last_name: optionalText(100),
    group_ids: z.optional(z.array(id).check(z.maxLength(100))),
    course_ids: z.optional(z.array(id).check(z.maxLength(100))),
  }),
  response: z.object({ id }),
  status: 201,
  idempotent: true,
});
