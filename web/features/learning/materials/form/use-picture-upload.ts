import { FILE_LIMIT } from '#contract/learning/media';
import { updateMaterial } from '#contract/learning/materials';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/api.ts';
import { useBytes } from '../../../../lib/files/bytes.ts';
import { plainPictures } from '../../../../lib/files/plain-pictures.ts';
import { useTextPicture } from '../../../../lib/files/use-text-picture.ts';
import { Uploads } from '../../../../lib/files/upload.ts';
import { extensionsOf, problemOf } from './file-rules.ts';
import { materialTarget } from './upload-target.ts';

/** Refuses a picture that no text takes, with an error whose message is for the person. */
function usePictureRules(): (file: File) => void {
  const t = useTranslations('files.uploads.problems');
  const bytes = useBytes();
  return (file) => {
    const problem = problemOf(file, 'inline', 'theory');
    if (!problem) return;
    const extensions = (extensionsOf('inline', 'theory') ?? []).join(', ').toUpperCase();
    throw new Error(t(problem, { limit: bytes(FILE_LIMIT), extensions }));
  };
}

/** Pictures for the text of a material that is there. */
export function usePictureUpload(course_id: number, material_id: number): (file: File) => Promise<string> {
  const check = usePictureRules();
  const send = useTextPicture();
  const [uploads] = useState(() => new Uploads(materialTarget(course_id, material_id)));
  return async (file) => {
    check(file);
    return send(uploads, file);
  };
}

/**
 * Pictures for the text of a material that is not made yet: they stand in the text by an address of the browser's own
 * and go up when the material is there.
 */
export function useLaterPictures(course_id: number) {
  const check = usePictureRules();
  const send = useTextPicture();
  const [waiting] = useState(() => new Map<string, File>());
  const inText = (text: string) => [...waiting.keys()].filter((address) => text.includes(address));
  return {
    onPicture: async (file: File): Promise<string> => {
      check(file);
      const address = URL.createObjectURL(file);
      waiting.set(address, file);
      return address;
    },
    /** Uploads what the text shows and writes it into the material. Errors: as an upload's. */
    keep: async (material_id: number, text: string): Promise<void> => {
      const addresses = inText(text);
      if (addresses.length === 0) return;
      const uploads = new Uploads(materialTarget(course_id, material_id));
      let kept = text;
      for (const address of addresses) {
        // oxlint-disable-next-line no-await-in-loop -- a phone sends one at a time
        kept = kept.replaceAll(address, await send(uploads, waiting.get(address)!));
      }
      await call(updateMaterial, {
        params: { id: course_id, materialId: material_id },
        body: { text: plainPictures(kept) },
      });
    },
  };
}
