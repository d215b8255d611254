import * as z from 'zod/mini';
import {
  byId,
  email,
  endpoint,
  exactText,
  id,
  instant,
  nameText,
  nothing,
  optionalPhone,
  text,
} from '../../platform/contract.ts';
import { USER_TYPES } from '../../access/contract.ts';

/** How somebody is written. */
export const fullNameParts = z.object({
  last_name: z.string(),
  first_name: z.string(),
  middle_name: z.string(),
});

export const LANGUAGES = ['uk', 'en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

export const userType = z.enum(USER_TYPES);
export const language = z.enum(LANGUAGES);
/** A language as clients name it: `en-US` is English. */
export const languageTag = z.pipe(
  z.pipe(
    z.string(),
    z.transform((tag: string) => tag.toLowerCase().split(/[-_]/)[0]!),
  ),
  language,
);

/** A password as typed; the rules of §5 are judged by `accounts/password/contract.ts`, which names the rule broken. */
export const password = exactText(128);

/** The privacy policy has to be accepted (§5). */
export const privacyPolicy = z.literal(true);

/** Short tips that a person reads once and sends away. */
export const HINTS = [
  'course_materials',
  'form_builder',
  'chronology',
  'group',
  'today',
  'analytics',
  'first_course',
  'first_steps',
] as const;
export type Hint = (typeof HINTS)[number];
const hints = z.array(z.enum(HINTS));

/** For how many minutes after a call somebody counts as here. */
export const ONLINE_MINUTES = 5;

export const SECOND_FACTORS = ['totp', 'u2f'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

export const access = z.object({ access: z.string() });
/** Signed in, or a ticket for the second factor that is still missing. */
export const signedIn = z.union([
  access,
  z.object({ two_factor: z.array(z.enum(SECOND_FACTORS)), ticket: z.string() }),
]);

const token = text(200);

/** How somebody who belongs to no company comes into one with signing in. */
export const comingIn = {
  /** The token of an invitation to this account's mailbox, which is accepted along. */
  invitation: z.optional(token),
  /** The name of a company to found; whoever belongs to one founds more by `space/new_space`. */
  new_space: z.optional(nameText()),
};

/** What a client calls the name somebody signs in with, which the specification leaves open. */
const signInNames = { email: 'username', phone: 'username' } as const;

export const createToken = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/token',
  access: 'public',
  summary: 'Sign in with e-mail or phone and password; an unconfirmed address gets its mail again',
  body: z.strictObject({
    username: text(254),
    password,
    ...comingIn,
  }),
  alsoNamed: signInNames,
  response: signedIn,
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/logout',
  access: 'signed_in',
  summary: 'End the current session',
  response: nothing,
  status: 204,
});

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/password_reset',
  access: 'public',
  summary:
    'Ask for a mail with a link that sets a new password; says nothing about whether the account exists',
  body: z.strictObject({ username: text(254) }),
  alsoNamed: signInNames,
  response: z.object({}),
  status: 201,
});

export const passwordResetLink = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/password_reset/link',
  access: 'public',
  summary: 'Whose password a link resets, before a new one is set',
  body: z.strictObject({ token }),
  response: z.object({
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    first_name: z.string(),
    last_name: z.string(),
    language,
  }),
});

export const confirmPasswordReset = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/password_reset/confirm',
  access: 'public',
  summary: 'Set a new password with the link of the mail; ends all sessions and signs in',
  alsoNamed: { password: 'new_password' },
  body: z.strictObject({ token, new_password: password }),
  response: signedIn,
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/change_password',
  access: 'signed_in',
  summary: 'Change own password; ends all other sessions',
  body: z.strictObject({ old_password: password, new_password: password }),
  response: nothing,
  status: 204,
});

export const confirmPassword = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/confirm_password',
  access: 'signed_in',
  inNoRole: true,
  summary: 'Confirm that it is still the person themselves, before what protects the account is changed',
  body: z.strictObject({ password }),
  response: nothing,
  status: 204,
});

export const renewLink = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/renew_link',
  access: 'public',
  summary: 'Send a fresh mail in place of an expired link; it goes to the address the first one went to',
  body: z.strictObject({ token }),
  response: z.object({}),
  status: 201,
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/v1/accounts/sessions',
  access: 'signed_in',
  summary: 'Where the person is signed in, the latest activity first',
  response: z.array(
    z.object({
      id,
      /** The browser's User-Agent. */
      device: z.string(),
      created_at: instant,
      last_seen_at: instant,
      current: z.boolean(),
    }),
  ),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/v1/accounts/sessions/:id',
  access: 'signed_in',
  summary: 'End one of own sessions',
  params: byId,
  response: nothing,
  status: 204,
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/v1/accounts/sessions',
  access: 'signed_in',
  summary: 'End all of own sessions but this one',
  response: nothing,
  status: 204,
});

export const createSleekplanToken = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/sleekplan_token',
  access: 'signed_in',
  summary:
    'The help widget for the caller’s language, with a token that signs them in; null where none is configured',
  response: z.object({ product_id: z.nullable(z.string()), token: z.nullable(z.string()) }),
});

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/email_confirmation',
  access: 'public',
  summary: 'Confirm the e-mail of a registration, with its password or a new one',
  body: z.strictObject({
    token,
    /** The one chosen at the registration. */
    password: z.optional(password),
    /** In place of it; with neither, one is set by a password reset. */
    new_password: z.optional(password),
  }),
  response: access,
});

export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/change_email',
  access: 'signed_in',
  summary: 'Take another e-mail by its link',
  body: z.strictObject({ token }),
  response: z.object({ email: z.string() }),
});

export const leaveCompany = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/leave_company',
  access: 'signed_in',
  summary: 'Leave the current company',
  response: z.object({ access: z.nullable(z.string()) }),
});

export const changeCurrentUserType = endpoint({
  method: 'POST',
  path: '/api/v1/accounts/change_current_user_type',
  access: 'signed_in',
  inNoRole: true,
  summary: 'Act under another role of the same company',
  body: z.strictObject({ user_type: userType }),
  response: access,
});

export const space = z.object({ id, name: z.string(), user_types: z.array(userType) });

/** What a new company does first, each with whether it is done, and where the next of it can be done. */
export type FirstSteps = z.output<typeof firstSteps>;
export const firstSteps = z.object({
  company: z.boolean(),
  group: z.boolean(),
  people: z.boolean(),
  course: z.boolean(),
  test: z.boolean(),
  given: z.boolean(),
  result: z.boolean(),
  course_id: z.nullable(id),
  group_id: z.nullable(id),
});

/** Of a company; without a limit as many as come. */
export const licences = z.object({ used: z.int(), pending: z.int(), limit: z.nullable(z.int()) });

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
    /** Last, first and middle name. */
    user_full_info: z.string(),
    /** Never: who is blocked reads nothing. */
    blocked: z.literal(false),
    /** Always: who reads this is. */
    is_online: z.literal(true),
    /** The name of the current company. */
    company: z.string(),
    /** The current one. */
    role: userType,
    email: z.nullable(z.string()),
    email_verified: z.boolean(),
    phone: z.nullable(z.string()),
    /** Its address, or null. */
    photo: z.nullable(z.string()),
    position: z.string(),
    subdivision: z.string(),
    comment: z.string(),
    language,
    /** The roles held in the current company, strongest first. */
    user_types: z.array(userType),
    spaces: z.array(space),
    /** The company requires a second factor of its staff, and the person, who is of it, has none: all but the role student waits. */
    second_factor_missing: z.boolean(),
    /** How the current company proposes to write the person's name, which waits for their answer. */
    proposed_name: z.nullable(fullNameParts),
    /** How many companies invite the person and wait for an answer. */
    invitations: z.int(),
    /** The test that the person is in the middle of, as a student; of several the one that ends first. */
    running_attempt: z.nullable(
      z.object({
        attempt_id: id,
        form_id: id,
        form_name: z.string(),
        course_id: id,
        material_id: id,
        server_time: instant,
        /** By itself. */
        ends_at: instant,
        /** Its page is closed, so that it ends sooner. */
        is_left: z.boolean(),
      }),
    ),
    /** The logo of the current company. */
    space_photo: z.nullable(z.string()),
    current_login_info: z.object({ type_user: userType, space_pk: id }),
    permissions: z.array(z.string()),
    /** When the current company will be erased, for those who administer it; null: it stays. */
    erase_at: z.nullable(instant),
    /** Hints that the person has sent away. */
    dismissed_hints: hints,
    /** Of the current company, for those who administer it. */
    first_steps: z.nullable(firstSteps),
    licences: z.nullable(licences),
  }),
  inDispatch: 'own',
});

export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/api/v1/accounts/user_info',
  access: 'signed_in',
  summary: 'Change own name, language, phone or e-mail',
  body: z.strictObject({
    first_name: z.optional(nameText(100)),
    last_name: z.optional(nameText(100)),
    middle_name: z.optional(nameText(100, 0)),
    /** Empty removes it. */
    phone: optionalPhone,
    email: z.optional(email),
    language: z.optional(languageTag),
    /** All of them. */
    dismissed_hints: z.optional(hints.check(z.maxLength(HINTS.length))),
  }),
  response: nothing,
  status: 204,
});
