import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../../errors/app-error.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { QueryOf, StoredFileAnswer } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { hmac, sha256 } from '../../platform/secrets/hash.ts';
import { fileGroupOf, type FileGroup } from './contract.ts';
import type * as contract from './contract.ts';
import { readableMedia } from './functions.ts';
import { media } from './tables.ts';

/** How long the address of a private file works, in seconds: a whole day of study. */
const ADDRESS_SECONDS = 12 * 60 * 60;

/** The address of a private file, for the caller in this company alone, until it expires. */
export function mediaAddress(env: Env, scope: Scope, id: number): string {
  // In steps of an hour, so that the browser finds again what it holds.
  const expires = (Math.floor(Date.now() / 3_600_000) + 1) * 3600 + ADDRESS_SECONDS;
  return `/api/v1/media/${id}?expires=${expires}&signature=${signatureOf(env, scope, id, expires)}`;
}

function signatureOf(env: Env, { company_id, user_id }: Scope, id: number, expires: number): string {
  return hmac(`media:${company_id}:${user_id}:${id}:${expires}`, env.JWT_SECRET).slice(0, 32);
}

function isSigned(
  env: Env,
  scope: Scope,
  id: number,
  { expires, signature }: QueryOf<typeof contract.getMedia>,
) {
  if (expires === undefined || signature === undefined || expires * 1000 < Date.now()) return false;
  const [given, due] = [signature, signatureOf(env, scope, id, expires)].map((text) => Buffer.from(text));
  return given!.length === due!.length && timingSafeEqual(given, due);
}

/** Shown in its place; anything else is offered for download. */
const INLINE = /^(image|video|audio)\/|^application\/pdf$|^text\/vtt$/;
/** Of what a student handed in: nothing that could run where it is looked at. */
const HANDED_INLINE = /^image\/(jpeg|png|gif|webp)$|^(video|audio)\/|^application\/pdf$/;

/**
 * A file that the caller may read now; another company's answers as a missing one.
 * Errors: not_found; of a material's file also address_expired, material_locked, blocked_during_tests, blocked_in_course.
 */
export async function mediaOf(
  env: Env,
  db: Db,
  scope: Scope,
  id: number,
  query: QueryOf<typeof contract.getMedia>,
): Promise<StoredFileAnswer> {
  const [[found]] = await db.run(scope, readableMedia({ media: id }));
  if (!found) throw new AppError('not_found');
  if (found.private && !isSigned(env, scope, id, query)) throw new AppError('address_expired');
  return {
    name: found.name,
    type: withCharset(found.content_type),
    size: found.size,
    etag: `"${sha256(found.key).slice(0, 32)}"`,
    inline: (found.handed ? HANDED_INLINE : INLINE).test(found.content_type),
    keeps: !found.private,
    open: async (offset, length) => {
      const stored = await env.FILES.get(found.key, { range: { offset, length } });
      return stored?.body ?? null;
    },
  };
}

/** Texts are UTF-8 here, and a type that does not say so leaves the browser to guess. */
const withCharset = (type: string) =>
  /^text\/|\+xml$/.test(type) && !type.includes(';') ? `${type}; charset=utf-8` : type;

/** A file as its page gives it, over `media`. */
export const storedFile = {
  id: media.id,
  name: media.name,
  size: media.size,
  content_type: media.content_type,
  width: media.width,
  height: media.height,
};

/** A file as the database gives it. */
export interface StoredRow<Kind extends string = string> {
  id: number;
  kind: Kind;
  name: string;
  /** Bytes. */
  size: number;
  content_type: string;
  width: number | null;
  height: number | null;
}

/** A file with its group (§9) and an address for the caller alone. */
export function shownFile<Row extends StoredRow>(
  env: Env,
  scope: Scope,
  file: Row,
): Row & { group: FileGroup; url: string } {
  return { ...file, group: fileGroupOf(file.name), url: mediaAddress(env, scope, file.id) };
}
