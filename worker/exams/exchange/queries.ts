import { inArray } from 'drizzle-orm';
import { media } from '../../learning/media/tables.ts';
import { build } from '../../platform/queries.ts';

/** Where the bytes of files lie. */
export const keysOf = (ids: number[]) =>
  build.select({ id: media.id, key: media.key }).from(media).where(inArray(media.id, ids));
