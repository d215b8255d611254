import { randomToken, sha256 } from './hash.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Every kind of token there is, with its lifetime in seconds. A signed one is a JWT whose audience is the purpose; a
 * stored one is random, kept as a hash with its purpose, and used up by the call that it is for. No call takes a token
 * of another purpose.
 */
export const TOKENS = {
  access: { kind: 'signed', lifetime: 30 * DAY },
  /** Of whoever came from another system: for the calls of one course, and for its files. */
  dispatch: { kind: 'signed', lifetime: 12 * HOUR },
  dispatch_files: { kind: 'signed', lifetime: 12 * HOUR },
  /** Signs the person in at the help widget; with the widget's own key. */
  widget: { kind: 'signed', lifetime: HOUR },
  /** Opens a try of a package at the content's origin, while the session lasts in which it was opened; at most. */
  package: { kind: 'signed', lifetime: DAY },
  /** Between password and second factor. */
  second_factor: { kind: 'stored', lifetime: 10 * MINUTE },
  /** The challenge that a security key signs, at its registration and at sign-in. */
  key_registration: { kind: 'stored', lifetime: 5 * MINUTE },
  key_sign_in: { kind: 'stored', lifetime: 5 * MINUTE },
  password_reset: { kind: 'stored', lifetime: HOUR },
  invitation: { kind: 'stored', lifetime: 7 * DAY },
  email_confirmation: { kind: 'stored', lifetime: 3 * DAY },
  email_change: { kind: 'stored', lifetime: DAY },
} as const satisfies Record<string, { kind: 'signed' | 'stored'; lifetime: number }>;

export type StoredPurpose = {
  [P in keyof typeof TOKENS]: (typeof TOKENS)[P]['kind'] extends 'stored' ? P : never;
}[keyof typeof TOKENS];

/** What the database keeps of a token: `keep_token` takes it as JSON. */
export interface KeptToken {
  purpose: StoredPurpose;
  hash: string;
  /** Seconds. */
  lifetime: number;
}

/** A new single-use token: the secret for its holder, and what is kept of it. */
export function newToken(purpose: StoredPurpose): { secret: string; kept: KeptToken } {
  const secret = randomToken();
  return { secret, kept: keptOf(purpose, secret) };
}

/** What is kept of a secret made elsewhere, such as a security key's challenge. */
export function keptOf(purpose: StoredPurpose, secret: string): KeptToken {
  return { purpose, hash: sha256(secret), lifetime: TOKENS[purpose].lifetime };
}
