import { FILE_LIMIT } from '#contract/learning/media';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useBytes } from '../../../../lib/files/bytes.ts';
import { useErrorText } from '../../../../lib/api/errors.ts';
import { Uploads } from '../../../../lib/files/upload.ts';
import { extensionsOf, problemOf } from './file-rules.ts';
import { materialTarget } from './upload-target.ts';

/** Uploads a picture of a text and answers its address; throws an error whose message is for the person. */
export function usePictureUpload(course_id: number, material_id: number): (file: File) => Promise<string> {
  const t = useTranslations('files.uploads.problems');
  const bytes = useBytes();
  const errorText = useErrorText();
  const [uploads] = useState(() => new Uploads(materialTarget(course_id, material_id)));
  return async (file) => {
    const problem = problemOf(file, 'inline', 'theory');
    if (problem) {
      const extensions = (extensionsOf('inline', 'theory') ?? []).join(', ').toUpperCase();
      throw new Error(t(problem, { limit: bytes(FILE_LIMIT), extensions }));
    }
    const key = uploads.add(file, 'inline');
    const result = await uploads.ended(key);
    const error = uploads.list().find((one) => one.key === key)?.error;
    uploads.drop(key);
    if (result) return result.url;
    if (error && 'code' in error && error.code === 'wrong_file_format') throw new Error(t('wrong_content'));
    throw new Error(error && !('code' in error && error.code === 'internal') ? errorText(error) : t('lost'));
  };
}
