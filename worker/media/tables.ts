import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { instant } from '../platform/tables.ts';

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
    /** While its bytes are still on their way; it is shown to nobody then. */
    uploading_since: instant('uploading_since'),
    /** Of a multipart upload that is not complete. */
    upload_id: text(),
    created_at: instant('created_at').notNull().defaultNow(),
  },
  (file) => [
    // A copied course shares the bytes: they go when the last row that names them goes.
    index('media_key').on(file.key),
    index('media_uploading')
      .on(file.uploading_since)
      .where(sql`uploading_since is not null`),
  ],
);
