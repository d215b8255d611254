import {
  completeFile,
  deleteFile,
  type FILE_KINDS,
  listFileParts,
  uploadFile,
} from '#contract/learning/materials';
import { completePackage, listPackageParts, uploadPackage } from '#contract/learning/packages';
import { call } from '../../../../lib/api/api.ts';
import type { MaterialType } from '../material.ts';
import type { UploadTarget } from '../../../../lib/files/upload.ts';

export type FileKind = (typeof FILE_KINDS)[number];

/** A material as what files are uploaded to; of a package the archive goes a way of its own. */
export function materialTarget(course_id: number, material_id: number, type?: MaterialType): UploadTarget {
  const params = { id: course_id, materialId: material_id };
  const quiet = true;
  // What they are decides the calls that take them to their end.
  const packages = new Set<number>();
  const isPackage = (kind: string): boolean => type === 'package' && kind === 'main';
  return {
    place: `${course_id}/${material_id}`,
    goOn: (fileId, kind) => {
      if (isPackage(kind)) packages.add(fileId);
    },
    begin: async (file) => {
      const { kind, name, size, content_type } = file;
      if (!isPackage(kind))
        return call(uploadFile, { params, body: { ...file, kind: kind as FileKind }, quiet });
      const begun = await call(uploadPackage, { params, body: { name, size, content_type }, quiet });
      packages.add(begun.id);
      return begun;
    },
    partAddress: async (fileId, number, signal) => {
      const parts = packages.has(fileId) ? listPackageParts : listFileParts;
      const input = { params: { ...params, fileId }, body: { numbers: [number] }, quiet, signal };
      return (await call(parts, input)).parts[0]!.url;
    },
    complete: (fileId, body) =>
      packages.has(fileId)
        ? call(completePackage, { params: { ...params, fileId }, body })
        : call(completeFile, { params: { ...params, fileId }, body }),
    remove: (fileId) => call(deleteFile, { params: { ...params, fileId }, quiet }),
  };
}
