import * as z from 'zod/mini';
import {
  byId,
  endpoint,
  exactText,
  id,
  optionalText,
  storedFileAnswer,
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
});
