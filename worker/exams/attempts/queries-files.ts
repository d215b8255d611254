import { withPictures } from '../../learning/materials/queries-files.ts';
import { mediaAddress } from '../../learning/media/queries.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { ResponseOf } from '../../platform/contract.ts';
import type * as contract from './contract.ts';

type QuestionFile = ResponseOf<typeof contract.startFormPassing>['questions'][number]['files'][number];

/** A file as a version keeps it: before pictures told their size, and for what is none, without one. */
export type Unsized<File> = Omit<File, 'url' | 'width' | 'height'> & {
  width?: number | null;
  height?: number | null;
};

/** What a version keeps beside the words of a question. */
export interface Illustrated {
  description: string;
  files: (Unsized<QuestionFile> & { kind: 'attachment' | 'inline' })[];
}

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
