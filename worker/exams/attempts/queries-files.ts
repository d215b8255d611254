import { withPictures } from '../../learning/materials/queries-files.ts';
import { mediaAddress } from '../../learning/media/queries.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { KeptPicture } from '../questions/contract.ts';
import type { Illustrated } from '../forms/functions.ts';
import type { HandedFile } from '../questions/contract.ts';
import type { Handed } from './functions.ts';

/** The description and files of a question with addresses for the caller alone. */
export function illustrated(env: Env, scope: Scope, { description, files }: Illustrated) {
  return {
    description: withPictures(env, scope, description),
    files: files
      .filter(({ kind }) => kind === 'attachment')
      .map(({ id, name, content_type, size, width = null, height = null }) => ({
        id,
        name,
        content_type,
        size,
        width,
        height,
        url: mediaAddress(env, scope, id),
      })),
  };
}

/** The picture that a question is about, with an address for the caller alone. */
export function withPicture<Q extends KeptPicture>(env: Env, scope: Scope, { hotspot, picture, ...rest }: Q) {
  return {
    ...rest,
    hotspot: hotspot && { places: 1, alt: '', ...hotspot },
    picture: picture && {
      url: mediaAddress(env, scope, picture.id),
      width: picture.width ?? null,
      height: picture.height ?? null,
    },
  };
}

/** Files of answers with addresses for the caller alone. */
export const handedIn = (env: Env, scope: Scope, files: readonly Handed[]): HandedFile[] =>
  files.map((file) => ({ ...file, url: mediaAddress(env, scope, file.id) }));
