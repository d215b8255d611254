import * as z from 'zod/mini';
import { endpoint, exactText, id, nothing, optionalText, text } from '../platform/contract.ts';
import { USER_TYPES } from '../access/contract.ts';

export const LANGUAGES = ['uk', 'en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

export const userType = z.enum(USER_TYPES);
export const language = z.enum(LANGUAGES);

/** A password as typed; the rules of §5 are judged by `accounts/password.ts`, which names the rule broken. */
export const password = exactText(128);

/** The privacy policy has to be accepted (§5). */
export const privacyPolicy = z.literal(true);

const access = z.object({ access: z.string() });

export const createToken = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/token',
  access: 'public',
  summary: 'Sign in with e-mail or phone and password',
  body: z.strictObject({ username: text(254), password }),
  response: access,
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/logout',
  access: 'signed_in',
  summary: 'End the current session',
  response: nothing,
  status: 204,
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/email_confirmation',
  access: 'public',
  summary: 'Confirm an e-mail address with the token of the confirmation mail',
  body: z.strictObject({ token: text(200) }),
  response: access,
});

export const invitation = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/invitation',
  access: 'public',
  summary: 'What an invitation is for, before it is accepted',
  body: z.strictObject({ token: text(200) }),
  response: z.object({
    company: z.string(),
    email: z.nullable(z.string()),
    first_name: z.string(),
    last_name: z.string(),
    language,
  }),
});

export const finishRegistration = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/finish_registration',
  access: 'public',
  summary: 'Accept an invitation: set name and password',
  body: z.strictObject({
    token: text(200),
    first_name: text(100),
    last_name: text(100),
    password,
    privacy_policy: privacyPolicy,
  }),
  response: access,
});

export const changeCurrentUserType = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/change_current_user_type',
  access: 'signed_in',
  summary: 'Act under another role of the same company',
  body: z.strictObject({ user_type: userType }),
  response: access,
});

export const space = z.object({ id, name: z.string(), user_types: z.array(userType) });

export const userInfo = endpoint({
  method: 'GET',
  path: '/api/v1/accounts/user_info',
  access: 'signed_in',
  summary: 'The signed-in person: profile, companies, roles and permissions',
  response: z.object({
    id,
    first_name: z.string(),
    last_name: z.string(),
    middle_name: z.string(),
    email: z.nullable(z.string()),
    email_verified: z.boolean(),
    phone: z.nullable(z.string()),
    position: z.string(),
    subdivision: z.string(),
    comment: z.string(),
    language,
    /** The roles held in the current company, strongest first. */
    user_types: z.array(userType),
    spaces: z.array(space),
    current_login_info: z.object({ type_user: userType, space_pk: id }),
    permissions: z.array(z.string()),
    licences: z.nullable(z.object({ used: z.int(), pending: z.int(), limit: z.nullable(z.int()) })),
  }),
});

export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/api/v1/accounts/user_info',
  access: 'signed_in',
  summary: 'Change own name or language',
  body: z.strictObject({
    first_name: z.optional(text(100)),
    last_name: z.optional(text(100)),
    middle_name: optionalText(100),
    language: z.optional(language),
  }),
  response: nothing,
  status: 204,
});
