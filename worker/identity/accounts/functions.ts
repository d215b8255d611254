import type { UserType } from '../../access/contract.ts';
import type * as z from 'zod/mini';
import type { person, ResponseOf } from '../../platform/contract.ts';
import type * as contract from './contract.ts';
import {
  boolean,
  instant,
  integer,
  json,
  listOf,
  nothing,
  nullable,
  rows,
  sqlFunction,
  text,
  word,
} from '../../platform/database/functions.ts';
import type { FirstSteps, Language } from './contract.ts';

const NAMED = { id: integer, first_name: text, last_name: text };

/** A person as others name them. */
export const personOf = sqlFunction('person', NAMED, json<z.output<typeof person>>());

/** What stands for the name of somebody who has none. */
export const namelessAddress = sqlFunction('nameless_address', NAMED, nullable(text));

/** A session that a function opens. */
export const OPENED = {
  session_id: integer,
  user_id: integer,
  company_id: integer,
  user_type: word<UserType>(),
};

/** The same, or which second factors are still asked for; neither for who belongs to no company. */
export const STARTED = {
  ...OPENED,
  session_id: nullable(integer),
  two_factor: listOf(word<'totp' | 'u2f'>()),
};

export const confirmation = sqlFunction(
  'confirmation',
  { token_hash: text },
  rows({
    password_hash: nullable(text),
    email: nullable(text),
    phone: nullable(text),
    first_name: text,
    last_name: text,
    company: text,
  }),
);

export const rememberDevice = sqlFunction(
  'remember_device',
  { user: integer, known_hash: text, fresh_hash: text },
  boolean,
);

export const ownSpaces = sqlFunction(
  'own_spaces',
  {},
  rows({ id: integer, name: text, user_types: listOf(word<UserType>()) }),
);

export const switchSession = sqlFunction(
  'switch_session',
  { session: integer, company: integer, type: nullable(word<UserType>()) },
  word<UserType>(),
);

export const endSession = sqlFunction('end_session', { session: integer }, nothing);

export const confirmSession = sqlFunction('confirm_session', {}, nothing);

export const confirmEmail = sqlFunction(
  'confirm_email',
  { token_hash: text, keeps: boolean, new_hash: text, device: text, address: text },
  rows(OPENED),
);

export const requestPasswordReset = sqlFunction(
  'request_password_reset',
  { identifier: text, key: text, address_key: text, links: json() },
  nullable(instant),
);

export const renewLink = sqlFunction(
  'renew_link',
  { token_hash: text, tokens: json(), mails: json() },
  nullable(instant),
);

export const resendConfirmation = sqlFunction(
  'resend_confirmation',
  { user: integer, account_key: text, tokens: json(), mails: json() },
  nothing,
);

export const passwordResetLink = sqlFunction(
  'password_reset_link',
  { token_hash: text },
  rows({
    email: nullable(text),
    phone: nullable(text),
    first_name: text,
    last_name: text,
    language: word<Language>(),
  }),
);

export const companiesOfResetLink = sqlFunction(
  'companies_of_reset_link',
  { token_hash: text },
  listOf(text),
);

export const requestEmailChange = sqlFunction(
  'request_email_change',
  { email: text, token: json(), mails: json() },
  nullable(instant),
);

export const changeEmail = sqlFunction('change_email', { token_hash: text }, text);

export const resetPassword = sqlFunction(
  'reset_password',
  { token_hash: text, password_hash: text, device: text, address: text, ticket: json(), mails: json() },
  rows(STARTED),
);

export const ownPassword = sqlFunction(
  'own_password',
  {},
  rows({ password_hash: text, locked_until: nullable(instant) }),
);

export const changePassword = sqlFunction('change_password', { password_hash: text, mails: json() }, nothing);

export const ownSessions = sqlFunction(
  'own_sessions',
  {},
  rows({ id: integer, device: text, created_at: instant, last_seen_at: instant, current: boolean }),
);

export const endOwnSession = sqlFunction('end_own_session', { session: integer }, nullable(integer));

export const endOtherSessions = sqlFunction('end_other_sessions', {}, nothing);

export const signInLookup = sqlFunction(
  'sign_in_lookup',
  { identifier: text, account_key: text, address_key: text, device_hash: text },
  rows({
    user_id: nullable(integer),
    password_hash: nullable(text),
    activated: boolean,
    locked_until: nullable(instant),
    try_key: text,
  }),
);

export const signInFailed = sqlFunction('sign_in_failed', { address_key: text }, nothing);

export const signInSucceeded = sqlFunction(
  'sign_in_succeeded',
  {
    user: integer,
    account_key: text,
    device: text,
    address: text,
    new_hash: text,
    ticket: json(),
    along: json(),
  },
  rows(STARTED),
);

export const leaveCompany = sqlFunction(
  'leave_company',
  {},
  rows({ company_id: nullable(integer), user_type: word<UserType>() }),
);

export const setOwnPhone = sqlFunction('set_own_phone', { phone: text, mails: json() }, nothing);

export const licences = sqlFunction(
  'licences',
  { company: integer },
  rows({ used: integer, pending: integer, limit: nullable(integer) }),
);

export const firstSteps = sqlFunction('first_steps', {}, json<FirstSteps>());

/** Roles, the strongest first. */
export const ranked = sqlFunction('ranked', { types: listOf(word<UserType>()) }, listOf(word<UserType>()));

export const ownInvitations = sqlFunction(
  'own_invitations',
  {},
  rows({
    id: integer,
    space: json<{ id: number; name: string }>(),
    user_types: listOf(word<UserType>()),
    inviter: text,
    created_at: instant,
  }),
);

export const ownInvitationsCount = sqlFunction('own_invitations_count', {}, integer);

export const ownSecondFactorMissing = sqlFunction('own_second_factor_missing', {}, boolean);

export const ownRunningAttempt = sqlFunction(
  'own_running_attempt',
  {},
  nullable(json<NonNullable<ResponseOf<typeof contract.userInfo>['running_attempt']>>()),
);
