import { sql, type SQL } from 'drizzle-orm';
import { AppError } from '../errors/app-error.ts';
import type { Env, Scope } from '../platform/context.ts';
import { json, statement, type Db } from '../platform/database.ts';
import { isGif, photoType, storeFile, type StoredFile } from '../platform/storage.ts';
import { harmlessSvg } from '../platform/svg.ts';

export type Photo = Uint8Array<ArrayBuffer>;

/** Stores a photo judged by its bytes. Errors: wrong_file_format on "photo" (§5: PNG or JPEG). */
export async function storePhoto(env: Env, bytes: Photo): Promise<StoredFile> {
  const type = photoType(bytes);
  if (!type) throw new AppError('wrong_file_format', { field: 'photo' });
  return storeFile(env, bytes, type);
}

/** Stores a picture that may also be a GIF or an SVG (§5, programs); an SVG is made harmless first. Errors: as storePhoto. */
export async function storePicture(env: Env, bytes: Photo): Promise<StoredFile> {
  const svg = harmlessSvg(bytes);
  if (svg) return storeFile(env, svg, 'image/svg+xml');
  const type = photoType(bytes) ?? (isGif(bytes) ? 'image/gif' : null);
  if (!type) throw new AppError('wrong_file_format', { field: 'photo' });
  return storeFile(env, bytes, type);
}

/**
 * Puts a stored photo, or none, in the place of the one before, whose file is then deleted.
 * @param call the database function that does it, given the photo as JSON; gives the new id and the key dropped
 * @returns the address of the new photo
 */
export async function replacePhoto(
  env: Env,
  db: Db,
  scope: Scope,
  photo: StoredFile | null,
  call: (photo: SQL) => SQL,
): Promise<{ photo: string }> {
  try {
    const [[replaced]] = await db.run(
      scope,
      statement<{ id: number; dropped: string | null }>(
        sql`select * from ${call(photo ? json(photo) : sql`null::jsonb`)}`,
      ),
    );
    if (replaced!.dropped) await env.FILES.delete(replaced!.dropped);
    return { photo: `/api/v1/media/${replaced!.id}` };
  } catch (error) {
    // A file that nothing points at would stay for ever.
    if (photo) await env.FILES.delete(photo.key);
    throw error;
  }
}
