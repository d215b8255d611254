import { withPictures } from '../materials/queries-files.ts';
import { mediaAddress } from '../media/queries.ts';
import type { Env, Scope } from '../platform/context.ts';
import type { ResponseOf } from '../platform/contract.ts';
import type * as contract from './contract.ts';

type QuestionFile = ResponseOf<typeof contract.startFormPassing>['questions'][number]['files'][number];

/** What a version keeps beside the words of a question. */
export interface Illustrated {
  description: string;
  files: (Omit<QuestionFile, 'url'> & { kind: 'attachment' | 'inline' })[];
}

/** The description and files of a question with addresses for the caller alone. */
export function illustrated(env: Env, scope: Scope, { description, files }: Illustrated) {
  return {
    description: withPictures(env, scope, description),
    files: files
      .filter(({ kind }) => kind === 'attachment')
      .map(({ id, name, content_type, size }) => ({
        id,
        name,
        content_type,
        size,
        url: mediaAddress(env, scope, id),
      })),
  };
}
