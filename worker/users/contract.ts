import * as z from 'zod/mini';
import {
  byId,
  email,
  endpoint,
  id,
  idText,
  listQuery,
  nothing,
  optionalText,
  page,
} from '../platform/contract.ts';
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

export const membership = z.object({
  user_pk: id,
  space: z.object({ id, name: z.string() }),
  user_types: z.array(userType),
  position: z.string(),
  subdivision: z.string(),
  blocked: z.boolean(),
});

export const listMemberships = endpoint({
  method: 'GET',
  path: '/api/v1/accounts/memberships',
  access: 'signed_in',
  summary: 'The companies the caller belongs to, with the roles in each',
  response: z.array(membership),
});

export const getMemberships = endpoint({
  method: 'GET',
  path: '/api/v1/accounts/memberships/:id',
  access: 'viewUser',
  summary: 'A person’s memberships: in this company, and in those that the caller owns or administers',
  params: byId,
  response: z.array(membership),
});

export const createMembership = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/memberships',
  access: 'createMembership',
  summary: 'Bring a person of another company that the caller owns or administers into this one',
  body: z.strictObject({ user_pk: id, user_type: userType }),
  response: z.object({ id }),
  status: 201,
  idempotent: true,
});

export const deleteMembership = endpoint({
  method: 'DELETE',
  path: '/api/v1/accounts/memberships/:id',
  access: 'editUser',
  summary: 'Take a person out of the company',
  params: byId,
  response: nothing,
  status: 204,
});

export const blockMembership = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/blocking_membership',
  access: 'editUser',
  summary: 'Block a person in this company, or let them in again',
  body: z.strictObject({ user_pk: id, blocked: z.boolean() }),
  response: nothing,
  status: 204,
});
