import * as z from 'zod/mini';
import {
  byId,
  endpoint,
  id,
  instant,
  listQuery,
  nameText,
  nothing,
  page,
  personWithPhoto,
  text,
} from '../../platform/contract.ts';

/** What cannot be taken back is done for somebody who says that they know. */
const understood = z.literal(true);

export const eraseOneself = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/erasure',
  access: 'signed_in',
  summary:
    'Erase everything that names the caller, in every company; confirmed by their e-mail or phone, soon after the password',
  body: z.strictObject({ address: text(254) }),
  response: nothing,
  status: 204,
});

export const listFormerUsers = endpoint({
  method: 'GET',
  path: '/api/v1/accounts/former_users',
  access: 'eraseUser',
  summary: 'People who have left the company and whose data still stands',
  query: listQuery({ page_size: 10, ordering: ['left_at', 'last_name'] }),
  response: page(
    z.extend(personWithPhoto, {
      email: z.nullable(z.string()),
      phone: z.nullable(z.string()),
      left_at: instant,
    }),
  ),
});

export const eraseFormerUser = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/user/:id/erasure',
  missing: 'profile_not_found',
  access: 'eraseUser',
  summary: 'Erase the personal data of somebody who has left the company',
  params: byId,
  body: z.strictObject({ understood }),
  response: nothing,
  status: 204,
});

export const transferSpace = endpoint({
  method: 'POST',
  path: '/api/v1/space/space/:id/ownership',
  access: 'ownCompany',
  summary: 'Give the company to one of its admins; who gives it stays as an admin',
  params: byId,
  body: z.strictObject({ user_id: id }),
  response: z.object({ access: z.string() }),
});

export const eraseSpace = endpoint({
  method: 'POST',
  path: '/api/v1/space/space/:id/erasure',
  access: 'ownCompany',
  summary: 'Have everything of the company erased in 30 days; confirmed by its name, soon after the password',
  params: byId,
  body: z.strictObject({ name: nameText() }),
  response: nothing,
  status: 204,
});

export const keepSpace = endpoint({
  method: 'DELETE',
  path: '/api/v1/space/space/:id/erasure',
  access: 'editCompany',
  summary: 'Take back that the company is to be erased',
  params: byId,
  response: nothing,
  status: 204,
});
