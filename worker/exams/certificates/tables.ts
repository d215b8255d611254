import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { memberships } from '../../identity/companies/tables.ts';
import { courses } from '../../learning/courses/tables.ts';
import { instant } from '../../platform/database/tables.ts';
import type { ResponseOf } from '../../platform/contract.ts';
import type * as contract from './contract.ts';

type Content = ResponseOf<typeof contract.checkCertificate>['content'];

/** As stored, with the ids of its forms, which are nobody else's business. */
export type StoredContent = Omit<Content, 'valid_until' | 'whole_course'> & {
  forms: { form_id: number }[];
  /** Missing where it was issued before certificates could expire. */
  valid_until?: string | null;
  /** Missing where it was issued before courses could ask for all of them. */
  whole_course?: boolean;
};

/** Of what expires and stands: neither replaced nor revoked. */
const HOLDS_A_WHILE = sql`expires_at is not null and replaced_at is null and revoked_at is null`;

/** One per student and course; a better result makes a new version, and the old one says so. */
export const certificates = pgTable(
  'certificates',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer().notNull(),
    course_id: integer().notNull(),
    user_id: integer().notNull(),
    /** On the paper and in the address of its public check. */
    number: text().notNull(),
    version: integer().notNull(),
    /** Everything that stands on it, as it was when it was issued. */
    content: jsonb().$type<StoredContent>().notNull(),
    issued_at: instant('issued_at').notNull(),
    /** Until when it holds; null: for good. */
    expires_at: instant('expires_at'),
    /** The version after this one. */
    replaced_at: instant('replaced_at'),
    /** Its results no longer hold; null again when they do. */
    revoked_at: instant('revoked_at'),
    /** Of a renewal: only results after this count for it and for the versions that follow; null: all. */
    results_since: instant('results_since'),
    /** When the version was issued with which its term began; null: this one. */
    term_since: instant('term_since'),
    /** When the mail about it was queued. */
    mailed_at: instant('mailed_at'),
    /** When the mail was queued that it will expire. */
    expiry_mailed_at: instant('expiry_mailed_at'),
    /** When the mail was queued that it has. */
    expired_mailed_at: instant('expired_mailed_at'),
    /** When its tests were opened again for its renewal; null: not in this term. */
    renewal_opened_at: instant('renewal_opened_at'),
    /** When that is judged again; null: at the beginning of the window. */
    renewal_next_at: instant('renewal_next_at'),
    /** The person had changed their name within 30 days before; kept by a trigger, shown to staff alone. */
    renamed_at: instant('renamed_at'),
    former_name: text(),
    /** What it is found by: name and course as it has them. Stored, since a common word is compared with each. */
    search_words: text()
      .notNull()
      .generatedAlwaysAs(sql`search_text((content->>'name') || ' ' || (content->>'course'))`),
  },
  (certificate) => [
    unique('certificates_number').on(certificate.number),
    unique('certificates_version').on(
      certificate.company_id,
      certificate.course_id,
      certificate.user_id,
      certificate.version,
    ),
    index('certificates_user').on(certificate.company_id, certificate.user_id),
    // With what the register is filtered by, so that it counts 100,000 in its index alone.
    index('certificates_issued').on(
      certificate.company_id,
      certificate.issued_at,
      certificate.id,
      certificate.course_id,
      certificate.user_id,
      certificate.expires_at,
      certificate.replaced_at,
      certificate.revoked_at,
    ),
    index('certificates_by_end').on(
      certificate.company_id,
      sql`coalesce(expires_at, 'infinity'::timestamptz)`,
      certificate.id,
    ),
    index('certificates_search').using('gin', sql`search_words gin_trgm_ops`),
    index('certificates_expiring')
      .on(certificate.company_id, certificate.expires_at, certificate.user_id)
      .where(HOLDS_A_WHILE),
    index('certificates_expiry_unmailed')
      .on(certificate.expires_at)
      .where(sql`${HOLDS_A_WHILE} and expiry_mailed_at is null`),
    index('certificates_expired_unmailed')
      .on(certificate.expires_at)
      .where(sql`${HOLDS_A_WHILE} and expired_mailed_at is null`),
    index('certificates_renewal_unjudged')
      .on(certificate.expires_at)
      .where(sql`${HOLDS_A_WHILE} and renewal_opened_at is null and renewal_next_at is null`),
    index('certificates_renewal_waiting')
      .on(certificate.renewal_next_at)
      .where(
        sql`renewal_next_at is not null and replaced_at is null and revoked_at is null and renewal_opened_at is null`,
      ),
    index('certificates_unmailed')
      .on(certificate.id)
      .where(sql`mailed_at is null`),
    foreignKey({
      name: 'certificates_course',
      columns: [certificate.company_id, certificate.course_id],
      foreignColumns: [courses.company_id, courses.id],
    }),
    foreignKey({
      name: 'certificates_membership',
      columns: [certificate.company_id, certificate.user_id],
      foreignColumns: [memberships.company_id, memberships.user_id],
    }).onUpdate('cascade'),
  ],
);
