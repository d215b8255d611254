import { AppError } from '../../errors/app-error.ts';
import type { Env } from '../context.ts';
import { randomToken } from '../secrets/hash.ts';
import { logError } from '../http/log.ts';

/** A file that was put into the bucket, as the database notes it. */
export interface StoredFile {
  key: string;
  content_type: string;
  /** Bytes. */
  size: number;
}

/** The bucket, whose failures say that it is away and that one may try again. Throws unavailable. */
export function guardStorage(bucket: R2Bucket): R2Bucket {
  return new Proxy(bucket, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]): unknown => {
        const answer: unknown = Reflect.apply(member, target, given);
        if (!(answer instanceof Promise)) return answer;
        return answer.catch((error: unknown) => {
          logError({ storage: String(name) }, error);
          throw new AppError('unavailable');
        });
      };
    },
  });
}

/** Puts bytes under a new random key. */
export async function storeFile(
  env: Env,
  bytes: Uint8Array<ArrayBuffer>,
  content_type: string,
): Promise<StoredFile> {
  const key = `photos/${randomToken()}`;
  await env.FILES.put(key, bytes, { httpMetadata: { contentType: content_type } });
  return { key, content_type, size: bytes.length };
}

/**
 * The media type of a photo, judged by its bytes and not by its name (§5): PNG or JPEG, whole from its first chunk to its
 * end mark; null for anything else.
 */
export function photoType(bytes: Uint8Array): 'image/png' | 'image/jpeg' | null {
  const startsWith = (...signs: number[]) => signs.every((sign, at) => bytes[at] === sign);
  const endsWith = (...signs: number[]) =>
    signs.every((sign, at) => bytes[bytes.length - signs.length + at] === sign);
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (
    startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) &&
    text(12, 16) === 'IHDR' &&
    endsWith(0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82)
  ) {
    return 'image/png';
  }
  if (startsWith(0xff, 0xd8, 0xff) && endsWith(0xff, 0xd9)) return 'image/jpeg';
  return null;
}

/** Whether bytes are a whole GIF, from its signature to its end mark. */
export function isGif(bytes: Uint8Array): boolean {
  const signature = String.fromCharCode(...bytes.subarray(0, 6));
  return (signature === 'GIF87a' || signature === 'GIF89a') && bytes.at(-1) === 0x3b;
}
