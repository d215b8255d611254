import { sql } from 'drizzle-orm';
import { AppError } from '../errors/app-error.ts';
import { discardFile, readHead } from '../media/service.ts';
import type { Env, Scope } from '../platform/context.ts';
import type { BodyOf, ParamsOf, QueryOf } from '../platform/contract.ts';
import { json, statement, type Db } from '../platform/database.ts';
import { fitsExtension, TELLING_BYTES, typeByExtension } from '../platform/file-content.ts';
import { randomToken } from '../platform/hash.ts';
import type { UploadedFile } from '../platform/serve.ts';
import {
  CAPTION_EXTENSIONS,
  extensionOf,
  FILES_LIMIT,
  INLINE_EXTENSIONS,
  MAIN_EXTENSIONS,
  PART_SIZE,
  REFUSED_EXTENSIONS,
  SINGLE_PUT_LIMIT,
} from './contract.ts';
import type * as contract from './contract.ts';
import { fileOf, shownFile } from './queries-files.ts';

/** Loaded with the first upload: nothing else needs it. */
const storage = () => import('../platform/object-storage.ts');

type InMaterial = ParamsOf<typeof contract.uploadFile>;
type OneFile = ParamsOf<typeof contract.completeFile>;
type Announced = BodyOf<typeof contract.uploadFile>;

/**
 * Begins an upload: one PUT up to 50 MB, a multipart upload above (decisions, "Groups, programs, courses").
 * Errors: wrong_file_format, too_many_files on "file"; not_found.
 */
export async function beginUpload(
  env: Env,
  db: Db,
  scope: Scope,
  { id, materialId }: InMaterial,
  announced: Announced,
) {
  const extension = extensionOf(announced.name);
  const types = materialTypesFor(announced.kind, extension);
  const content_type = typeByExtension(extension);
  const key = `materials/${randomToken()}`;
  const inParts = announced.size > SINGLE_PUT_LIMIT;
  const upload_id = inParts
    ? (await env.FILES.createMultipartUpload(key, { httpMetadata: { contentType: content_type } })).uploadId
    : null;
  const file = { ...announced, content_type, key, upload_id, types, limit: FILES_LIMIT };
  try {
    const [[begun]] = await db.run(
      scope,
      statement<{ id: number }>(sql`select begin_upload(${id}, ${materialId}, ${json(file)}) as id`),
    );
    const upload = inParts
      ? null
      : await (await storage()).presignPut(env, key, announced.size, content_type);
    return { id: begun!.id, upload, part_size: inParts ? PART_SIZE : null };
  } catch (error) {
    await discardFile(env, { key, upload_id });
    throw error;
  }
}

/** The material types that may have such a main file. Errors: wrong_file_format for what a kind may not be. */
function materialTypesFor(kind: Announced['kind'], extension: string): string[] {
  const among = (extensions: readonly string[]) => extensions.includes(extension);
  const allowed = {
    main: Object.values(MAIN_EXTENSIONS).some(among),
    captions: among(CAPTION_EXTENSIONS),
    inline: among(INLINE_EXTENSIONS),
    attachment: extension !== '' && !among(REFUSED_EXTENSIONS),
  };
  if (!allowed[kind]) throw new AppError('wrong_file_format', { field: 'file' });
  return Object.entries(MAIN_EXTENSIONS)
    .filter(([, extensions]) => among(extensions))
    .map(([type]) => type);
}

/** Takes a small file that came with the call itself. Errors: as beginning and completing an upload. */
export async function takeFile(
  env: Env,
  db: Db,
  scope: Scope,
  params: InMaterial,
  { name: chosen, kind = 'attachment', language }: QueryOf<typeof contract.uploadFile>,
  { name: given, bytes }: UploadedFile,
) {
  const name = chosen ?? given;
  if (name === '') throw new AppError('required', { field: 'name' });
  const extension = extensionOf(name);
  const types = materialTypesFor(kind, extension);
  if (!(await fitsExtension(extension, bytes.subarray(0, TELLING_BYTES))))
    throw new AppError('wrong_file_format', { field: 'file' });
  const content_type = typeByExtension(extension);
  const key = `materials/${randomToken()}`;
  await env.FILES.put(key, bytes, { httpMetadata: { contentType: content_type } });
  const file = { name, kind, language, size: bytes.length, content_type, key, types, limit: FILES_LIMIT };
  try {
    const begun = sql`begin_upload(${params.id}, ${params.materialId}, ${json(file)})`;
    const [rows] = await db.run(
      scope,
      statement<{ id: number; dropped: string | null }>(sql`
        with begun as materialized (select ${begun} as id)
        select begun.id, done.dropped from begun
          left join lateral complete_upload(${params.id}, ${params.materialId}, begun.id, null) done on true`),
    );
    await discardKeys(env, rows);
    return { id: rows[0]!.id, upload: null, part_size: null };
  } catch (error) {
    await discardFile(env, { key, upload_id: null });
    throw error;
  }
}

/** Where to PUT parts of a large file. Errors: not_found for a file that is not on its way in parts. */
export async function partsOf(env: Env, db: Db, scope: Scope, params: OneFile, numbers: readonly number[]) {
  const { key, size, upload_id } = await uploadOf(db, scope, params);
  const last = Math.ceil(size / PART_SIZE);
  if (!upload_id || numbers.some((number) => number > last)) throw new AppError('not_found');
  const parts = numbers.map((number) => ({
    number,
    size: number === last ? size - (last - 1) * PART_SIZE : PART_SIZE,
  }));
  return { parts: await (await storage()).presignParts(env, { key, upload_id }, parts) };
}

/**
 * Makes an uploaded file visible once its size and its bytes are what was announced; else it is removed.
 * Errors: upload_incomplete, wrong_file_format on "file"; not_found.
 */
export async function completeUpload(
  env: Env,
  db: Db,
  scope: Scope,
  params: OneFile,
  { parts, duration = null }: BodyOf<typeof contract.completeFile>,
) {
  const upload = await uploadOf(db, scope, params);
  await joinParts(env, upload, parts ?? []);
  const stored = await env.FILES.head(upload.key);
  // Not there yet: the browser may go on.
  if (!stored) throw new AppError('upload_incomplete', { field: 'file' });
  const head = await readHead(env, upload.key);
  if (stored.size !== upload.size || !(await fitsExtension(extensionOf(upload.name), head))) {
    await deleteFile(env, db, scope, params);
    throw new AppError('wrong_file_format', { field: 'file' });
  }
  const [rows, [file]] = await db.run(
    scope,
    statement<{ dropped: string | null }>(
      sql`select dropped from complete_upload(${params.id}, ${params.materialId}, ${params.fileId}, ${duration}::real)`,
    ),
    fileOf(params.fileId),
  );
  await discardKeys(env, rows);
  return shownFile(env, scope, file!.file);
}

/** Deletes a file or gives up its upload. Errors: not_found. */
export async function deleteFile(
  env: Env,
  db: Db,
  scope: Scope,
  { id, materialId, fileId }: OneFile,
): Promise<undefined> {
  const [[gone]] = await db.run(
    scope,
    statement<{ key: string | null; upload_id: string | null }>(
      sql`select * from delete_file(${id}, ${materialId}, ${fileId})`,
    ),
  );
  if (gone!.key) await discardFile(env, { key: gone!.key, upload_id: gone!.upload_id });
}

interface Upload {
  key: string;
  name: string;
  size: number;
  upload_id: string | null;
}

async function uploadOf(db: Db, scope: Scope, { id, materialId, fileId }: OneFile): Promise<Upload> {
  const [[upload]] = await db.run(
    scope,
    statement<Omit<Upload, 'size'> & { size: string }>(
      sql`select key, name, size, upload_id from upload_of(${id}, ${materialId}, ${fileId})`,
    ),
  );
  return { ...upload!, size: Number(upload!.size) };
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

async function discardKeys(env: Env, rows: readonly { dropped: string | null }[]): Promise<void> {
  const keys = rows.flatMap(({ dropped }) => dropped ?? []);
  await Promise.all(keys.map((key) => discardFile(env, { key, upload_id: null })));
}
