import type { UserType } from '../../access/contract.ts';
import type { Language } from '../../identity/accounts/contract.ts';
import {
  boolean,
  integer,
  listOf,
  nothing,
  nullable,
  rows,
  sqlFunction,
  text,
  word,
} from '../../platform/database/functions.ts';
import { OPENED } from '../../identity/accounts/functions.ts';

export const invitation = sqlFunction(
  'invitation',
  { token_hash: text },
  rows({
    id: integer,
    company: text,
    inviter: text,
    user_types: listOf(word<UserType>()),
    email: nullable(text),
    phone: nullable(text),
    first_name: text,
    last_name: text,
    language: word<Language>(),
    has_account: boolean,
  }),
);

export const finishRegistration = sqlFunction(
  'finish_registration',
  { token_hash: text, first_name: text, last_name: text, password_hash: text, device: text, address: text },
  rows(OPENED),
);

export const acceptInvitation = sqlFunction(
  'accept_invitation',
  { id: integer },
  rows({ company_id: integer, user_type: word<UserType>() }),
);

export const declineInvitation = sqlFunction(
  'decline_invitation',
  { id: integer, unknown: boolean },
  nothing,
);

export const declineByLink = sqlFunction('decline_by_link', { token_hash: text, unknown: boolean }, nothing);
