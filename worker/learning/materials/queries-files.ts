import { eq } from 'drizzle-orm';
import { mediaAddress, storedFile } from '../media/queries.ts';
import { media } from '../media/tables.ts';
import type { Env, Scope } from '../../platform/context.ts';
import { build, prepared, type Given } from '../../platform/database/queries.ts';
import { material_files } from './tables.ts';

/** A file of a material, over `material_files` and `media`. */
export const materialFile = {
  ...storedFile,
  kind: material_files.kind,
  language: material_files.language,
  duration: material_files.duration,
};

/** One file of a material. */
export const fileOf = prepared((given: Given<{ media_id: number }>) =>
  build
    .select(materialFile)
    .from(material_files)
    .innerJoin(media, eq(media.id, material_files.media_id))
    .where(eq(material_files.media_id, given.media_id)),
);

const PICTURE = /(\/api\/v1\/media\/(\d+))(?:\?[^"'\s>]*)?/g;

/** A text whose pictures have addresses for the caller alone; what is stored has none (`plainPictures`). */
export function withPictures(env: Env, scope: Scope, text: string): string {
  return text.replace(PICTURE, (_, _path, id: string) =>
    mediaAddress(env, scope, Number(id)).replaceAll('&', '&amp;'),
  );
}

/** A text whose pictures are named by their ids alone. */
export function plainPictures(text: string): string {
  return text.replace(PICTURE, '$1');
}
