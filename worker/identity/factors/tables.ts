import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';
import { instant } from '../../platform/database/tables.ts';

/** Authenticator apps, one per person. Secrets are sealed with a key that the database does not hold. */
export const totp_secrets = pgTable('totp_secrets', {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  secret: text(),
  /** Being set up; becomes the secret with its first right code. */
  pending_secret: text(),
  pending_since: instant('pending_since'),
  since: instant('since'),
  /** The 30-second step of the last code taken: a code opens once. */
  last_step: integer().notNull().default(0),
});

/** WebAuthn credentials ("u2f" on the wire). */
export const security_keys = pgTable(
  'security_keys',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Base64url, as are the bytes of the public key. */
    credential_id: text().notNull(),
    public_key: text().notNull(),
    /** Of signatures, as the key counts them; one that falls back is a copied key. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull().default([]),
    created_at: instant('created_at').notNull().defaultNow(),
    last_used_at: instant('last_used_at'),
  },
  (key) => [
    uniqueIndex('security_keys_credential').on(key.credential_id),
    index('security_keys_user').on(key.user_id),
  ],
);

export const recovery_codes = pgTable(
  'recovery_codes',
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** HMAC with the pepper. */
    code_hash: text().notNull(),
    used_at: instant('used_at'),
  },
  (code) => [primaryKey({ columns: [code.user_id, code.code_hash] })],
);
