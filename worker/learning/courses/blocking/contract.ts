import * as z from 'zod/mini';
import {
  byId,
  endpoint,
  id,
  instant,
  listQuery,
  nothing,
  page,
  personWithPhoto,
} from '../../../platform/contract.ts';
import { oneOfCourse } from '../contract.ts';

const keptOut = z.extend(personWithPhoto, { blocked_at: instant });

export const listBlockedUsers = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/blocked_user',
  access: 'blockInCourse',
  summary: 'The students kept out of a course',
  params: byId,
  query: listQuery({ page_size: 10, ordering: ['last_name', 'blocked_at'] }),
  response: page(keptOut),
});

export const getBlockedUser = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/blocked_user/:user_id',
  access: 'blockInCourse',
  summary: 'A student kept out of a course',
  params: oneOfCourse,
  response: keptOut,
});

export const blockUser = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/blocked_user',
  alsoAt: '/api/v1/course/course/:id/blocked_user/:user_pk',
  access: 'blockInCourse',
  summary: 'Keep a student out of a course; what they did stays',
  params: byId,
  body: z.strictObject({ user_pk: id }),
  response: nothing,
  status: 204,
});

export const unblockUser = endpoint({
  method: 'DELETE',
  path: '/api/v1/course/course/:id/blocked_user/:user_id',
  access: 'blockInCourse',
  summary: 'Let a student into a course again',
  params: oneOfCourse,
  response: nothing,
  status: 204,
});
