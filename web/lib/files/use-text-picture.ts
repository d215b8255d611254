import { useTranslations } from 'use-intl';
import { useErrorText } from '../api/errors.ts';
import type { Uploads } from './upload.ts';

/** Uploads a picture of a text and answers its address; throws an error whose message is for the person. */
export function useTextPicture(): (uploads: Uploads, file: File) => Promise<string> {
  const t = useTranslations('files.uploads.problems');
  const errorText = useErrorText();
  return async (uploads, file) => {
    const key = uploads.add(file, 'inline');
    const result = await uploads.ended(key);
    const error = uploads.list().find((one) => one.key === key)?.error;
    uploads.drop(key);
    if (result) return result.url;
    if (error && 'code' in error && error.code === 'wrong_file_format') throw new Error(t('wrong_content'));
    throw new Error(error && !('code' in error && error.code === 'internal') ? errorText(error) : t('lost'));
  };
}
