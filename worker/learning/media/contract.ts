import * as z from 'zod/mini';
import {
  byId,
  endpoint,
  exactText,
  id,
  idText,
  nothing,
  optionalText,
  PHOTO,
  storedFileAnswer,
  type Access,
  type Endpoint,
  type Upload,
} from '../../platform/contract.ts';

/** Extensions by group (§9); any other is text. */
export const FILE_GROUPS = {
  video: ['wmv', 'mpg', 'mpeg', 'mp4', 'mov', 'mkv', 'm4v', 'flv', 'avi', '3gp', '3g2'],
  audio: ['wav', 'mp3', 'ogg'],
  image: ['svg', 'png', 'jpeg', 'jpg', 'gif'],
} as const;
export type FileGroup = keyof typeof FILE_GROUPS | 'text';

/**
 * What nobody may upload, whatever it is called: what runs, opens something else or carries what does, once somebody saved it
 * and opens it.
 */
export const REFUSED_EXTENSIONS = [
  // Programs and installers
  'exe',
  'dll',
  'msi',
  'msp',
  'mst',
  'msix',
  'appx',
  'com',
  'scr',
  'pif',
  'cpl',
  'ocx',
  'sys',
  'drv',
  'app',
  'apk',
  'ipa',
  'jar',
  'deb',
  'rpm',
  'pkg',
  'run',
  'bin',
  'gadget',
  // Scripts
  'bat',
  'cmd',
  'ps1',
  'psm1',
  'psd1',
  'ps1xml',
  'vbs',
  'vbe',
  'vb',
  'js',
  'jse',
  'mjs',
  'cjs',
  'ws',
  'wsf',
  'wsh',
  'wsc',
  'sct',
  'sh',
  'bash',
  'zsh',
  'fish',
  'csh',
  'py',
  'pyw',
  'pl',
  'rb',
  'php',
  'phar',
  'lua',
  'ahk',
  'hta',
  // What opens or sets something else
  'lnk',
  'url',
  'website',
  'webloc',
  'desktop',
  'scf',
  'inf',
  'reg',
  'application',
  'appref-ms',
  'settingcontent-ms',
  'library-ms',
  'search-ms',
  'searchconnector-ms',
  'theme',
  'themepack',
  'rdp',
  'jnlp',
  'msc',
  'chm',
  'hlp',
  // Documents with macros and add-ins
  'docm',
  'dotm',
  'xlsm',
  'xltm',
  'xlam',
  'xla',
  'xll',
  'xlsb',
  'pptm',
  'potm',
  'ppam',
  'ppsm',
  'sldm',
  'iqy',
  'slk',
  'one',
  'onepkg',
  'accde',
  'accdb',
  'mdb',
  'mde',
  'ade',
  'adp',
  // Disk images
  'iso',
  'img',
  'vhd',
  'vhdx',
  'vmdk',
  'dmg',
  'toast',
  'udf',
  'cab',
  // Pages
  'html',
  'htm',
  'xhtml',
  'xht',
  'shtml',
  'mht',
  'mhtml',
  'xml',
  'xsl',
  'xslt',
  'swf',
] as const;

/** Bytes: the most a file may have, the most one PUT may carry, one part of a larger file. */
export const FILE_LIMIT = 2 * 1024 ** 3;
export const SINGLE_PUT_LIMIT = 50 * 1024 ** 2;
export const PART_SIZE = 16 * 1024 ** 2;
/** The group of a file by its extension (§9). */
export function fileGroupOf(name: string): FileGroup {
  const extension = extensionOf(name);
  const found = Object.entries(FILE_GROUPS).find(([, extensions]) =>
    (extensions as readonly string[]).includes(extension),
  );
  return (found?.[0] as FileGroup | undefined) ?? 'text';
}

/** In lower case, without the dot; '' where there is none. */
export function extensionOf(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

export const fileGroup = z.enum(['video', 'audio', 'image', 'text']);

/** A file that comes with the call itself. */
export const SMALL_FILE: Upload = { field: 'file', limit: 10 * 1024 ** 2, refusal: 'upload_too_large' };

/** What a browser says of a file before it sends it to storage. */
export const announcedFile = z.strictObject({
  name: exactText(255),
  /** Bytes. */
  size: z.int().check(z.gte(1), z.lte(FILE_LIMIT)),
  content_type: optionalText(255),
});

export const uploadBegun = z.object({
  id,
  /** One PUT of the whole file with these headers; null for parts and for a file that came with the call. */
  upload: z.nullable(
    z.object({ method: z.literal('PUT'), url: z.string(), headers: z.record(z.string(), z.string()) }),
  ),
  /** Parts of this many bytes, the last one less; null for one PUT. */
  part_size: z.nullable(z.int()),
  /** Of several files that came with one call: those after the first. */
  others: z.optional(z.array(z.object({ id }))),
});

/** Pixels, of a picture that tells them; its place is kept by them. */
export const pictureSize = { width: z.nullable(z.int()), height: z.nullable(z.int()) };

/** A file as its page gives it. */
export const storedFile = z.object({
  id,
  /** What it is to its owner. */
  kind: z.string(),
  name: z.string(),
  /** Bytes. */
  size: z.int(),
  content_type: z.string(),
  group: fileGroup,
  ...pictureSize,
  /** Works for the caller alone, until it expires. */
  url: z.string(),
});

const partNumber = z.int().check(z.gte(1), z.lte(10_000));
export const partNumbers = z.strictObject({
  numbers: z.array(partNumber).check(z.minLength(1), z.maxLength(20)),
});
export const partAddresses = z.object({ parts: z.array(z.object({ number: z.int(), url: z.string() })) });

export const completion = z.strictObject({
  /** Of a file in parts: what storage answered to each PUT. */
  parts: z.optional(
    z.array(z.strictObject({ number: partNumber, etag: exactText(200) })).check(z.maxLength(200)),
  ),
  /** Seconds, of a video or audio, as the browser reads it. */
  duration: z.optional(z.nullable(z.number().check(z.gte(0.001), z.lte(1_000_000)))),
});

interface Place<P extends z.ZodMiniType> {
  path: string;
  access: Access;
  params: P;
  duringAttempt?: boolean;
}

/** A file of one thing. */
export const oneFile = z.strictObject({ id: idText, fileId: idText });

/**
 * Declares where an upload of a file begins.
 * @param place.of of what the file is, for the summary
 * @param place.query what a binary body cannot tell of itself
 * @param place.body what a browser says of a file before it sends it to storage
 */
export const beginUpload = <P extends z.ZodMiniType, Q extends z.ZodMiniType, B extends z.ZodMiniType>({
  of,
  severalAs,
  ...place
}: Place<P> & Pick<Upload, 'severalAs'> & { of: string; query: Q; body: B }) =>
  endpoint({
    method: 'POST',
    summary: `Begin the upload of a file of ${of}: where to PUT the bytes, at once up to 50 MB, else in parts; a binary or multipart body up to 10 MB is the file itself`,
    ...place,
    upload: { ...SMALL_FILE, ...(severalAs && { severalAs }) },
    response: uploadBegun,
    status: 201,
  });

/** Declares where the addresses of the parts of a large file are asked for: a few at a time, since they expire. */
export const partsOfUpload = <P extends z.ZodMiniType>(place: Place<P>) =>
  endpoint({
    method: 'POST',
    summary: 'Where to PUT parts of a large file; asked for a few at a time, since the addresses expire',
    ...place,
    body: partNumbers,
    response: partAddresses,
  });

/** Declares where an upload ends: with the file as its page gives it, or refused and removed. */
export const completeUpload = <P extends z.ZodMiniType, B extends z.ZodMiniType, R extends z.ZodMiniType>(
  place: Place<P> & { body: B; response: R },
) =>
  endpoint({
    method: 'POST',
    summary:
      'The bytes are there: checks size and content and makes the file visible; a refused file is removed',
    ...place,
  });

/** Declares where a file is taken away, or its upload given up. */
export const removeFile = <P extends z.ZodMiniType>(
  place: Place<P> & Partial<Pick<Endpoint, 'summary' | 'alsoBy'>>,
) =>
  endpoint({
    method: 'DELETE',
    summary: 'Delete a file, or give up its upload',
    ...place,
    response: nothing,
    status: 204,
  });

const shownPhoto = z.object({ photo: z.string() });

/** A picture of one thing (§5): `of` names it in summaries, `at` is its path, `formats` what may be set. */
interface Pictured extends Pick<Endpoint, 'access' | 'missing'> {
  at: string;
  of: string;
  formats?: string;
}

/** Declares where a picture is set. */
export const uploadPhoto = ({ at, of, formats = 'PNG or JPEG', ...rest }: Pictured) =>
  endpoint({
    method: 'POST',
    path: `${at}/upload_photo`,
    summary: `Set ${of}: ${formats}, at most 500 KB`,
    ...rest,
    params: byId,
    upload: PHOTO,
    response: shownPhoto,
  });

/** Declares where a picture is taken away. */
export const removePhoto = ({ at, of, formats: _, ...rest }: Pictured) =>
  endpoint({
    method: 'DELETE',
    alsoBy: 'POST',
    path: `${at}/remove_photo`,
    summary: `Remove ${of}`,
    ...rest,
    params: byId,
    response: nothing,
    status: 204,
  });

export const getMedia = endpoint({
  method: 'GET',
  path: '/api/v1/media/:id',
  access: 'signed_in',
  summary:
    'A file, for the Bearer token or the cookie that pictures send; Range, HEAD and If-None-Match are heeded',
  params: byId,
  /** Of a private file: its address as the material gives it. */
  query: z.object({
    expires: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
    signature: z.optional(z.string().check(z.maxLength(100))),
  }),
  response: storedFileAnswer,
  file: '*/*',
  byCookie: true,
  inDispatch: 'own',
});
