import { AppError } from '../../errors/app-error.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Query } from '../../platform/database/queries.ts';
import { TELLING_BYTES } from '../../platform/files/file-content.ts';
import { isGif, photoType, storeFile, type StoredFile } from '../../platform/files/storage.ts';
import { harmlessSvg } from '../../platform/files/svg.ts';

import { discardRemovedMedia, discardStaleUploads, forgetUnhandedFiles } from './functions.ts';

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
 * Puts a stored photo, or none, in the place of the one before. Of a person, its file is then deleted.
 * @param call the database function that does it, given the photo; gives the new id and the key dropped
 * @returns the address of the new photo
 */
export async function replacePhoto(
  env: Env,
  db: Db,
  scope: Scope,
  photo: StoredFile | null,
  call: (photo: StoredFile | null) => Query<{ id: number; dropped: string | null }>,
): Promise<{ photo: string }> {
  try {
    const [[replaced]] = await db.run(scope, call(photo));
    if (replaced!.dropped) await discardFile(env, { key: replaced!.dropped, upload_id: null });
    return { photo: `/api/v1/media/${replaced!.id}` };
  } catch (error) {
    // A file that nothing points at would stay for ever.
    if (photo) await discardFile(env, { key: photo.key, upload_id: null });
    throw error;
  }
}

/** The beginning of a stored file, which tells what it is. */
export async function readHead(env: Env, key: string): Promise<Uint8Array> {
  const stored = await env.FILES.get(key, { range: { offset: 0, length: TELLING_BYTES } });
  return stored ? new Uint8Array(await stored.arrayBuffer()) : new Uint8Array();
}

/** Removes the bytes of a file, or what has arrived of a multipart upload. */
export async function discardFile(
  env: Env,
  { key, upload_id }: { key: string; upload_id: string | null },
): Promise<void> {
  // One that is complete, or discarded before, is none any more.
  if (upload_id)
    await env.FILES.resumeMultipartUpload(key, upload_id)
      .abort()
      .catch(() => undefined);
  await env.FILES.delete(key);
}

/**
 * Takes away the uploads that nobody finished within a day (decisions, "Uploads"), and the bytes of
 * files that were removed 90 days ago: until then history can bring them back.
 */
export async function discardStaleFiles(env: Env, db: Db): Promise<void> {
  const [stale, removed] = await db.system(
    discardStaleUploads({}),
    discardRemovedMedia({}),
    forgetUnhandedFiles({}),
  );
  await Promise.all([
    ...stale.map((each) => discardFile(env, each)),
    ...removed.map(({ key }) => discardFile(env, { key, upload_id: null })),
  ]);
}
