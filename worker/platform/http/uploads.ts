import type { Upload } from '../contract.ts';
import { AppError } from '../../errors/app-error.ts';
import type { AppContext } from './app.ts';
import { readCapped } from './body.ts';

export interface UploadedFile {
  /** '' in a binary body. */
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** That came with it, where several may. */
  others?: UploadedFile[];
}

/** What a multipart form adds to its file, in bytes. */
const FORM_EXTRA = 32 * 1024;

/**
 * The file of a multipart form, or a binary body as it is. Never holds more than the limit.
 * @throws no_file, or the upload's refusal, on its field
 */
async function readUpload(c: AppContext, upload: Upload): Promise<UploadedFile> {
  const { field, limit } = upload;
  const noFile = new AppError('no_file', { field });
  const { bytes, form } = await readFormOrBytes(c, upload);
  if (!form) {
    if (bytes.length === 0) throw noFile;
    if (bytes.length > limit) throw tooLarge(upload);
    return { name: nameIn(c.req.header('Content-Disposition')), bytes };
  }
  const file = await fileOf(form, upload);
  if (!file) throw noFile;
  return file;
}

/** What a multipart form says beside its file, in texts, and what gives that; anything else is the file as it is. */
export async function readFieldsAndUpload(c: AppContext, upload: Upload) {
  if (!isForm(c)) return { fields: {}, file: () => readUpload(c, upload) };
  const { form } = await readFormOrBytes(c, upload);
  const texts = [...form!].filter(([name, value]) => name !== upload.field && typeof value === 'string');
  const file = async () => {
    const found = await fileOf(form!, upload);
    if (!found) throw new AppError('no_file', { field: upload.field });
    return found;
  };
  return { fields: Object.fromEntries(texts) as Record<string, string>, file };
}

/**
 * A multipart form of fields that may have a file. Never holds more than the limit.
 * @throws the upload's refusal on its field; unsupported_media_type for anything but a form
 */
export async function readForm(c: AppContext, upload: Upload) {
  const { form } = await readFormOrBytes(c, upload);
  if (!form) throw new AppError('unsupported_media_type');
  const fields = Object.fromEntries([...form].filter(([name]) => name !== upload.field));
  const file = await fileOf(form, upload);
  return { fields, file: file && (async () => file) };
}

/** The name of a file in a Content-Disposition header (RFC 6266), or ''. */
function nameIn(disposition = ''): string {
  const extended = /filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition);
  const name = plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2] ?? '';
  try {
    // Browsers and programs send it in UTF-8, which a header shows as Latin-1.
    const bytes = Uint8Array.from(name, (sign) => sign.charCodeAt(0));
    return extended
      ? decodeURIComponent(extended)
      : new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return name;
  }
}

const tooLarge = ({ field, limit, refusal }: Upload) =>
  new AppError(refusal, { field, params: { max: limit / 1024 ** 2 } });

const isForm = (c: AppContext): boolean =>
  /^multipart\/form-data\b/i.test(c.req.header('Content-Type') ?? '');

async function readFormOrBytes(c: AppContext, upload: Upload) {
  const bytes = await readCapped(c.req.raw, upload.limit + FORM_EXTRA);
  if (!bytes) throw tooLarge(upload);
  if (!isForm(c)) return { bytes, form: null };
  const type = c.req.header('Content-Type')!;
  const read = new Response(bytes, { headers: { 'Content-Type': type } }).formData();
  return { bytes, form: await read.catch(() => new FormData()) };
}

async function fileOf(form: FormData, upload: Upload): Promise<UploadedFile | null> {
  const { field, severalAs, limit } = upload;
  const given: unknown[] = severalAs ? [...form.getAll(field), ...form.getAll(severalAs)] : [form.get(field)];
  const files = given.filter((each) => each instanceof File && each.size > 0) as File[];
  if (files.some(({ size }) => size > limit)) throw tooLarge(upload);
  // None of what was sent is dropped without a word.
  const sent = [...form.values()].filter((each) => each instanceof File && each.size > 0);
  if (files.length > 0 && sent.length > files.length)
    throw new AppError('too_many_files', { field, params: { max: files.length } });
  const [first, ...others] = await Promise.all(
    files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
  );
  return first ? { ...first, others } : null;
}
