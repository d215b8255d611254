import type { ResponseOf } from '../../platform/contract.ts';
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
import { OPENED } from '../accounts/functions.ts';
import type * as contract from './contract.ts';

type Security = ResponseOf<typeof contract.security>;

/** A registered security key, as the database keeps it. */
export interface Credential {
  id: string;
  transports: string[];
  /** Base64url. */
  public_key: string;
  counter: number;
}

export const beginTotp = sqlFunction('begin_totp', { sealed: text }, rows({ account: text, sealed: text }));

export const pendingTotp = sqlFunction(
  'pending_totp',
  {},
  rows({ sealed: nullable(text), locked_until: nullable(instant) }),
);

export const finishTotp = sqlFunction(
  'finish_totp',
  { sealed: text, step: integer, recovery: listOf(text), mails: json() },
  boolean,
);

export const deleteTotp = sqlFunction('delete_totp', { mails: json() }, nothing);

export const replaceRecoveryCodes = sqlFunction(
  'replace_recovery_codes',
  { hashes: listOf(text), mails: json() },
  nothing,
);

export const requireSecondFactor = sqlFunction('require_second_factor', { required: boolean }, nothing);

export const secondFactorLookup = sqlFunction(
  'second_factor_lookup',
  { ticket_hash: text },
  rows({
    user_id: integer,
    sealed: nullable(text),
    last_step: nullable(integer),
    credentials: json<Credential[]>(),
    locked_until: nullable(instant),
  }),
);

export const challengeSecondFactor = sqlFunction(
  'challenge_second_factor',
  { ticket_hash: text, challenge: json() },
  json<Credential[]>(),
);

export const finishSignIn = sqlFunction(
  'finish_sign_in',
  { ticket_hash: text, proof: json(), device: text, address: text, mails: json() },
  rows(OPENED),
);

export const beginSecurityKey = sqlFunction(
  'begin_security_key',
  { challenge: json() },
  rows({ user_id: integer, account: text, full_name: text, credentials: json<Credential[]>() }),
);

export const addSecurityKey = sqlFunction(
  'add_security_key',
  { challenge_hash: text, key: json(), recovery: listOf(text), mails: json() },
  rows({ id: integer, kept: boolean }),
);

export const renameSecurityKey = sqlFunction('rename_security_key', { id: integer, name: text }, nothing);

export const deleteSecurityKey = sqlFunction('delete_security_key', { id: integer, mails: json() }, nothing);

export const ownSecurity = sqlFunction(
  'own_security',
  {},
  rows({
    two_factor: listOf(word<Security['two_factor'][number]>()),
    totp_since: nullable(instant),
    recovery_codes_left: integer,
    security_keys: json<Security['security_keys']>(),
    social_links: json<Security['social_links']>(),
    password_changed_at: instant,
  }),
);
