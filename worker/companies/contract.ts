import * as z from 'zod/mini';
import { byId, email, endpoint, id, nothing, optionalText, PHOTO, text } from '../platform/contract.ts';
import { language, password, privacyPolicy } from '../accounts/contract.ts';

export const registerSpace = endpoint({
  method: 'POST',
  path: '/api/v1/space/space_registration',
  access: 'public',
  summary: 'Register a company and its owner; a confirmation mail follows',
  body: z.strictObject({
    name: text(200),
    email,
    phone: optionalText(32),
    first_name: text(100),
    last_name: text(100),
    password,
    privacy_policy: privacyPolicy,
    language: z.optional(language),
  }),
  response: z.object({ email: z.string() }),
  status: 201,
});

export const createSpace = endpoint({
  method: 'POST',
  path: '/api/v1/space/new_space',
  access: 'createCompany',
  summary: 'Create one more company owned by the signed-in person',
  body: z.strictObject({ name: text(200) }),
  response: z.object({ id }),
  status: 201,
  idempotent: true,
});

export const changeCurrentSpace = endpoint({
  method: 'POST',
  path: '/api/v1/space/change_current_space',
  access: 'signed_in',
  summary: 'Act in another company, under the strongest role held there',
  body: z.strictObject({ space_pk: id }),
  response: z.object({ access: z.string() }),
});

export const getSpace = endpoint({
  method: 'GET',
  path: '/api/v1/space/space/:id',
  access: 'viewCompany',
  summary: 'The current company',
  params: byId,
  response: z.object({
    id,
    name: z.string(),
    email: z.string(),
    phone: z.nullable(z.string()),
    /** Without its scheme. */
    website: z.string(),
    facebook: z.string(),
    instagram: z.string(),
    linkedin: z.string(),
    description: z.string(),
    /** In which days of deadlines begin and end. */
    time_zone: z.string(),
    /** Address of the logo, or null. */
    photo: z.nullable(z.string()),
    owner: z.object({ id, first_name: z.string(), last_name: z.string() }),
  }),
});

const link = optionalText(300);

const ZONE = /^[A-Za-z_]+(\/[A-Za-z0-9_+-]+)*$/;

/** An IANA name of a time zone. */
export const timeZone = text(64).check(
  z.refine((value: string) => {
    if (!ZONE.test(value)) return false;
    try {
      return new Intl.DateTimeFormat('en', { timeZone: value }).format(0) !== '';
    } catch {
      return false;
    }
  }),
);

export const updateSpace = endpoint({
  method: 'PATCH',
  path: '/api/v1/space/space/:id',
  access: 'editCompany',
  summary: 'Change the current company; web addresses are stored without their scheme',
  params: byId,
  body: z.strictObject({
    name: z.optional(text(200)),
    email: z.optional(email),
    phone: optionalText(32),
    website: link,
    facebook: link,
    instagram: link,
    linkedin: link,
    description: optionalText(5000),
    time_zone: z.optional(timeZone),
  }),
  response: nothing,
  status: 204,
});

const photo = z.object({ photo: z.string() });

export const uploadSpacePhoto = endpoint({
  method: 'POST',
  path: '/api/v1/space/space/:id/upload_photo',
  access: 'editCompany',
  summary: 'Set the company’s logo: PNG or JPEG, at most 500 KB',
  params: byId,
  upload: PHOTO,
  response: photo,
});

export const removeSpacePhoto = endpoint({
  method: 'DELETE',
  path: '/api/v1/space/space/:id/remove_photo',
  access: 'editCompany',
  summary: 'Remove the company’s logo',
  params: byId,
  response: nothing,
  status: 204,
});
