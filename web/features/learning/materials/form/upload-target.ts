import {
  completeFile,
  deleteFile,
  type FILE_KINDS,
  listFileParts,
  uploadFile,
} from '#contract/learning/materials';
import { call } from '../../../../lib/api/api.ts';
import type { UploadTarget } from '../../../../lib/files/upload.ts';

export type FileKind = (typeof FILE_KINDS)[number];

/** A material as what files are uploaded to. */
export function materialTarget(course_id: number, material_id: number): UploadTarget {
  const params = { id: course_id, materialId: material_id };
  const quiet = true;
  return {
    begin: (file) => call(uploadFile, { params, body: { ...file, kind: file.kind as FileKind }, quiet }),
    partAddress: async (fileId, number, signal) => {
      const body = { numbers: [number] };
      const { parts } = await call(listFileParts, { params: { ...params, fileId }, body, quiet, signal });
      return parts[0]!.url;
    },
    complete: (fileId, body) => call(completeFile, { params: { ...params, fileId }, body }),
    remove: (fileId) => call(deleteFile, { params: { ...params, fileId }, quiet }),
  };
}
