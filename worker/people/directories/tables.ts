import { foreignKey, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { memberships } from '../../identity/companies/tables.ts';
import { instant } from '../../platform/database/tables.ts';

/** What a directory (Entra ID, Okta, an HR system) comes in by, to keep the company's people up to date. */
export const directory_tokens = pgTable(
  'directory_tokens',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    name: text().notNull(),
    /** How the token begins, by which people tell one from another. */
    prefix: text().notNull(),
    /** SHA-256 of the whole token, which nobody sees again. */
    token_hash: text().notNull(),
    /** In whose name the directory acts: without this person as its owner the company is closed to it. */
    created_by: integer().notNull(),
    created_at: instant('created_at').notNull(),
    /** Written once a minute at most. */
    last_used_at: instant('last_used_at'),
    revoked_at: instant('revoked_at'),
  },
  (token) => [
    unique('directory_tokens_tenant').on(token.company_id, token.id),
    uniqueIndex('directory_tokens_hash').on(token.token_hash),
    index('directory_tokens_maker').on(token.company_id, token.created_by),
    foreignKey({
      name: 'directory_tokens_membership',
      columns: [token.company_id, token.created_by],
      foreignColumns: [memberships.company_id, memberships.user_id],
    })
      .onUpdate('cascade')
      .onDelete('cascade'),
  ],
);

/** What directories were refused lately, so that whoever looks after one finds the reason here too. */
export const directory_refusals = pgTable(
  'directory_refusals',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    token_id: integer().notNull(),
    refused_at: instant('refused_at').notNull(),
    /** `POST Users`. */
    call: text().notNull(),
    /** Whom it was about: what the directory typed, or who has the number that it named. */
    subject: text().notNull().default(''),
    /** Of the catalogue of errors, or of the standard. */
    code: text().notNull(),
    /** What the directory was told of how it asked; '' where the code says all. */
    detail: text().notNull().default(''),
  },
  (refusal) => [
    index('directory_refusals_token').on(refusal.company_id, refusal.token_id),
    foreignKey({
      name: 'directory_refusals_token',
      columns: [refusal.company_id, refusal.token_id],
      foreignColumns: [directory_tokens.company_id, directory_tokens.id],
    }).onDelete('cascade'),
  ],
);
