import type { Asked } from '../../platform/database/queries.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import type { RowOf } from '../../platform/database/queries.ts';
import {
  fitsExtension,
  pictureSize,
  plainFileName,
  TELLING_BYTES,
  typeByExtension,
} from '../../platform/files/file-content.ts';
import { randomToken } from '../../platform/secrets/hash.ts';
import type { UploadedFile } from '../../platform/http/uploads.ts';
import { extensionOf, PART_SIZE, SINGLE_PUT_LIMIT } from './contract.ts';
import * as call from './functions.ts';
import type { UploadOwner } from './functions.ts';
import { discardFile, readHead } from './service.ts';

interface AnnouncedFile {
  name: string;
  /** Bytes. */
  size: number;
  kind: string;
  /** The caller said nothing of its kind. */
  unnamed: boolean;
  language?: string | undefined;
}

export interface UploadRules {
  /** Files that the owner may have. */
  limit: number;
  /** Of material that may have such a main file. */
  types?: readonly string[];
  /** Of an answer: which kind of file it is. */
  group?: string;
}

/** Loaded with the first upload: nothing else needs it. */
const storage = () => import('../../platform/files/object-storage.ts');

/** A call that announces a file, or brings a small one with it. */
export interface UploadCall<K extends string> {
  /** Of a file that came with the call, which says less of itself. */
  query: { name?: string | undefined; kind?: K | undefined; language?: string | undefined };
  body: Omit<AnnouncedFile, 'kind' | 'unnamed'> & { kind?: K | undefined };
  file: (() => Promise<UploadedFile>) | null;
}

/**
 * Begins an upload, or takes the file that came with the call.
 * @param otherwise the kind of a file that names none; the first that a material can show is its main one all the same
 * @param rulesFor what a file of a kind may be; refuses what it may not
 * Errors: wrong_file_format, too_many_files on "file"; required on "name"; not_found for an owner out of reach.
 */
export async function receiveUpload<K extends string>(
  env: Env,
  db: Db,
  scope: Scope,
  owner: UploadOwner,
  { query, body, file }: UploadCall<K>,
  otherwise: K,
  rulesFor: (kind: K, name: string) => UploadRules,
) {
  if (!file) {
    const { kind = otherwise } = body;
    const announced = { ...body, kind, unnamed: body.kind === undefined, name: nameOf(body.name) };
    return beginUpload(env, db, scope, owner, announced, rulesFor(kind, announced.name));
  }
  const { name: given, bytes } = await file();
  const { kind = otherwise, language } = query;
  const name = nameOf(query.name ?? unescaped(given));
  const announced = { name, size: bytes.length, kind, unnamed: query.kind === undefined, language };
  return takeUpload(env, db, scope, owner, announced, bytes, rulesFor(kind, name));
}

const FORM_ESCAPES: Record<string, string> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

/** A name without what a browser writes into a form in place of the signs that would end it there. */
const unescaped = (name: string) => name.replaceAll(/%(?:22|0D|0A)/g, (escape) => FORM_ESCAPES[escape]!);

function nameOf(given: string): string {
  const name = plainFileName(given);
  if (name === '') throw new AppError('required', { field: 'name' });
  return name;
}

/**
 * Begins an upload: one PUT up to 50 MB, a multipart upload above (decisions, "Uploads").
 * Errors: too_many_files, wrong_file_format on "file"; not_found for an owner out of reach.
 */
async function beginUpload(
  env: Env,
  db: Db,
  scope: Scope,
  owner: UploadOwner,
  announced: AnnouncedFile,
  rules: UploadRules,
) {
  const content_type = typeByExtension(extensionOf(announced.name));
  const key = newKey(owner);
  const inParts = announced.size > SINGLE_PUT_LIMIT;
  const upload_id = inParts
    ? (await env.FILES.createMultipartUpload(key, { httpMetadata: { contentType: content_type } })).uploadId
    : null;
  const file = { ...announced, ...rules, content_type, key, upload_id };
  try {
    const [[id]] = await db.run(scope, call.beginUpload({ owner, file }));
    const upload = inParts
      ? null
      : await (await storage()).presignPut(env, key, announced.size, content_type);
    return { id: id!, upload, part_size: inParts ? PART_SIZE : null };
  } catch (error) {
    await discardFile(env, { key, upload_id });
    throw error;
  }
}

const newKey = ({ kind }: UploadOwner): string => `${kind}s/${randomToken()}`;

/** Takes a small file that came with the call itself. Errors: as beginning and completing an upload. */
async function takeUpload(
  env: Env,
  db: Db,
  scope: Scope,
  owner: UploadOwner,
  announced: AnnouncedFile,
  bytes: Uint8Array<ArrayBuffer>,
  rules: UploadRules,
) {
  const extension = extensionOf(announced.name);
  const head = bytes.subarray(0, TELLING_BYTES);
  if (!(await fitsExtension(extension, head))) throw new AppError('wrong_file_format', { field: 'file' });
  const content_type = typeByExtension(extension);
  const key = newKey(owner);
  await env.FILES.put(key, bytes, { httpMetadata: { contentType: content_type } });
  try {
    const file = { ...announced, ...rules, content_type, key, upload_id: null };
    const [[id]] = await db.run(scope, call.takeUpload({ owner, file, picture: pictureSize(head) }));
    return { id: id!, upload: null, part_size: null };
  } catch (error) {
    await discardFile(env, { key, upload_id: null });
    throw error;
  }
}

/** Where to PUT parts of a large file. Errors: not_found for a file that is not on its way in parts. */
export async function partsOfUpload(
  env: Env,
  db: Db,
  scope: Scope,
  owner: UploadOwner,
  media_id: number,
  numbers: readonly number[],
) {
  const { key, size, upload_id } = await uploadOf(db, scope, owner, media_id);
  const last = Math.ceil(size / PART_SIZE);
  if (!upload_id || numbers.some((number) => number > last)) throw new AppError('not_found');
  const parts = numbers.map((number) => ({
    number,
    size: number === last ? size - (last - 1) * PART_SIZE : PART_SIZE,
  }));
  return { parts: await (await storage()).presignParts(env, { key, upload_id }, parts) };
}

export interface Completion {
  /** Of a file in parts: what storage answered to each PUT. */
  parts?: readonly { number: number; etag: string }[] | undefined;
  /** Seconds, of a video or audio. */
  duration?: number | null | undefined;
}

/**
 * Makes an uploaded file visible once its size and its bytes are what was announced; else it is removed.
 * @param look reads more of it: gives what is kept of that in the same transaction, or refuses it
 * Errors: upload_incomplete, wrong_file_format on "file"; not_found; those of `look`.
 */
export async function completeUpload(
  env: Env,
  db: Db,
  scope: Scope,
  owner: UploadOwner,
  media_id: number,
  { parts = [], duration = null }: Completion,
  look?: (key: string, size: number) => Promise<Asked[]>,
): Promise<void> {
  const upload = await uploadOf(db, scope, owner, media_id);
  await joinParts(env, upload, parts);
  const stored = await env.FILES.head(upload.key);
  // Not there yet: the browser may go on.
  if (!stored) throw new AppError('upload_incomplete', { field: 'file' });
  const head = await readHead(env, upload.key);
  if (stored.size !== upload.size || !(await fitsExtension(extensionOf(upload.name), head))) {
    await deleteUploaded(env, db, scope, owner, media_id);
    throw new AppError('wrong_file_format', { field: 'file' });
  }
  const kept = await look?.(upload.key, upload.size).catch(async (error: unknown) => {
    if (error instanceof AppError && error.field === 'file')
      await deleteUploaded(env, db, scope, owner, media_id);
    throw error;
  });
  // So that the place of a picture is kept before it comes.
  const size = pictureSize(head);
  await db.run(
    scope,
    call.completeUpload({ owner, media: media_id, duration }),
    ...(size ? [call.notePicture({ media: media_id, ...size })] : []),
    ...(kept ?? []),
  );
}

/** Deletes a file or gives up its upload. Errors: not_found. */
export async function deleteUploaded(
  env: Env,
  db: Db,
  scope: Scope,
  owner: UploadOwner,
  media_id: number,
): Promise<undefined> {
  const [[gone]] = await db.run(scope, call.deleteFile({ owner, media: media_id }));
  const { keys, upload_id } = gone!;
  await Promise.all((keys ?? []).map((key) => discardFile(env, { key, upload_id })));
}

type Upload = RowOf<ReturnType<typeof call.uploadOf>>;

async function uploadOf(db: Db, scope: Scope, owner: UploadOwner, media_id: number): Promise<Upload> {
  const [[upload]] = await db.run(scope, call.uploadOf({ owner, media: media_id }));
  return upload!;
}

async function joinParts(
  env: Env,
  { key, upload_id }: Upload,
  parts: readonly { number: number; etag: string }[],
): Promise<void> {
  // A completion whose answer was lost is repeated.
  if (!upload_id || (await env.FILES.head(key))) return;
  try {
    await env.FILES.resumeMultipartUpload(key, upload_id).complete(
      parts.map(({ number, etag }) => ({ partNumber: number, etag: etag.replaceAll('"', '') })),
    );
  } catch {
    throw new AppError('upload_incomplete', { field: 'file' });
  }
}
