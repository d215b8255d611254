import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { media } from '../../learning/media/tables.ts';
import { build, prepared, type Given } from '../../platform/database/queries.ts';
import type { FormSettings, KeptQuestion } from '../forms/functions.ts';
import { form_versions } from '../forms/tables.ts';

/** Where the bytes of files lie. */
export const keysOf = (ids: number[]) =>
  build.select({ id: media.id, key: media.key }).from(media).where(inArray(media.id, ids));

/** What a published version of a form asks, the last one unless told, without what it draws. */
export const publishedVersion = prepared(
  (given: Given<{ company_id: number; form: number; number: number | undefined }>) =>
    build
      .select({
        settings: sql<FormSettings>`${form_versions.settings}`,
        questions: sql<KeptQuestion[]>`${form_versions.questions}`,
      })
      .from(form_versions)
      .where(
        and(
          eq(form_versions.company_id, given.company_id),
          eq(form_versions.form_id, given.form),
          given.number && eq(form_versions.number, given.number),
        ),
      )
      .orderBy(desc(form_versions.number))
      .limit(1),
);
