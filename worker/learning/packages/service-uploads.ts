import { AppError } from '../../errors/app-error.ts';
import { FILES_LIMIT } from '../materials/contract.ts';
import { extensionOf } from '../media/contract.ts';
import type { UploadRules } from '../media/service-uploads.ts';
import type { Env } from '../../platform/context.ts';
import { decodeXml } from '../../platform/formats/xml.ts';
import { FileRefused } from '../../platform/formats/zip-archive.ts';
import { indexOf, PackageRefused, refuse, type Index } from './reading/archive.ts';
import { bytesOf } from './content/content-files.ts';
import { readManifest, type Manifest } from './reading/manifest.ts';

/** What a package may be. Errors: wrong_file_format. */
export function rulesFor(_: 'main', name: string): UploadRules {
  if (extensionOf(name) !== 'zip') throw new AppError('wrong_file_format', { field: 'file' });
  return { limit: FILES_LIMIT, types: ['package'] };
}

const MANIFEST = 'imsmanifest.xml';
/** By which cmi5 and xAPI packages are known. */
const OTHER_STANDARDS = /(^|\/)(cmi5|tincan)\.xml$/i;
/** Bytes. */
const MANIFEST_LIMIT = 5 * 1024 ** 2;

export interface ReadPackage {
  manifest: Manifest;
  index: Index;
}

/**
 * Reads an uploaded archive's directory and its manifest, and nothing else of it.
 * @param size bytes
 * Errors: package_refused on "file", with its reason.
 */
export async function readPackage(env: Env, key: string, size: number): Promise<ReadPackage> {
  try {
    const index = await indexOf((offset, length) => rangeOf(env, key, offset, length), size);
    return { index, manifest: readManifest(await manifestOf(env, key, index), index) };
  } catch (error) {
    if (!(error instanceof PackageRefused)) throw error;
    throw new AppError('package_refused', { field: 'file', params: { reason: error.reason } });
  }
}

async function rangeOf(env: Env, key: string, offset: number, length: number): Promise<Uint8Array> {
  if (length <= 0) return new Uint8Array();
  const stored = await env.FILES.get(key, { range: { offset, length } });
  return stored ? new Uint8Array(await stored.arrayBuffer()) : new Uint8Array();
}

async function manifestOf(env: Env, key: string, index: Index): Promise<string> {
  const place = index[MANIFEST];
  if (!place) {
    const paths = Object.keys(index);
    if (paths.some((path) => path.endsWith(`/${MANIFEST}`))) return refuse('manifest_inside');
    return refuse(paths.some((path) => OTHER_STANDARDS.test(path)) ? 'other_standard' : 'no_manifest');
  }
  const size = place[2];
  if (size > MANIFEST_LIMIT) refuse('manifest_too_large');
  const bytes = await bytesOf(env.FILES, key, place, { offset: 0, length: size });
  if (!bytes) return refuse('not_zip');
  const all = new Uint8Array(await new Response(bytes).arrayBuffer());
  try {
    return decodeXml(all);
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    // It is not in the encoding that it declares: what it calls its files is read all the same.
    const [first, second] = all;
    const label =
      first === 0xff && second === 0xfe
        ? 'utf-16le'
        : first === 0xfe && second === 0xff
          ? 'utf-16be'
          : 'utf-8';
    return new TextDecoder(label).decode(all);
  }
}
