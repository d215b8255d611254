import {
  completeQuestionFile,
  listQuestionFileParts,
  removeQuestionFile,
  uploadQuestionFile,
} from '#contract/exams/forms';
import { call } from '../../../../lib/api/api.ts';
import type { UploadTarget } from '../../../../lib/files/upload.ts';

/** A question as what files are uploaded to; `questionId` answers its id once it is saved. */
export function questionTarget(
  questionId: () => Promise<number>,
  kind: 'attachment' | 'inline',
): UploadTarget {
  const quiet = true;
  return {
    begin: async ({ name, size, content_type }) =>
      call(uploadQuestionFile, {
        params: { id: await questionId() },
        body: { name, size, content_type, kind },
        quiet,
      }),
    partAddress: async (fileId, number, signal) => {
      const params = { id: await questionId(), fileId };
      const { parts } = await call(listQuestionFileParts, {
        params,
        body: { numbers: [number] },
        quiet,
        signal,
      });
      return parts[0]!.url;
    },
    complete: async (fileId, body) =>
      call(completeQuestionFile, {
        params: { id: await questionId(), fileId },
        body: { ...body, kind },
        quiet,
      }),
    remove: async (fileId) => call(removeQuestionFile, { params: { id: await questionId(), fileId }, quiet }),
  };
}
