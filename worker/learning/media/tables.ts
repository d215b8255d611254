import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { instant } from '../../platform/database/tables.ts';

/** A file in object storage: of a company, or a person's photo, which is seen wherever that person belongs. */
export const media = pgTable(
  'media',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer(),
    user_id: integer(),
    /** In the bucket; random, so that it says nothing. */
    key: text().notNull(),
    content_type: text().notNull(),
    /** As it was called where it came from; '' for photos. */
    name: text().notNull().default(''),
    /** Bytes. */
    size: bigint({ mode: 'number' }).notNull(),
    /** Of a picture, pixels as shown; null where its beginning does not tell. */
    width: integer(),
    height: integer(),
    /** While its bytes are still on their way; it is shown to nobody then. */
    uploading_since: instant('uploading_since'),
    /** Of a multipart upload that is not complete. */
    upload_id: text(),
    /** Taken away: nobody is shown it, but its bytes stay for a while, so that history can bring it back. */
    removed_at: instant('removed_at'),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (file) => [
    // A copied course shares the bytes: they go when the last row that names them goes.
    index('media_key').on(file.key),
    index('media_stored').on(file.company_id, file.key, file.size),
    index('media_uploading')
      .on(file.uploading_since)
      .where(sql`uploading_since is not null`),
    index('media_removed')
      .on(file.removed_at)
      .where(sql`removed_at is not null`),
  ],
);

/** Files on their way to what they belong to; a row goes when its file is complete or given up. */
export const uploads = pgTable(
  'uploads',
  {
    company_id: integer().notNull(),
    media_id: integer()
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
    /** material, question, webinar, or answer: of an attempt */
    owner_kind: text().notNull(),
    owner_id: integer().notNull(),
    /** What the file is to its owner. */
    kind: text().notNull(),
    language: text(),
  },
  (upload) => [
    primaryKey({ columns: [upload.company_id, upload.media_id] }),
    index('uploads_owner').on(upload.company_id, upload.owner_kind, upload.owner_id),
  ],
);
