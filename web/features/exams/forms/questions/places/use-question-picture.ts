import { PICTURE_EXTENSIONS } from '#contract/exams/questions';
import { extensionOf } from '#contract/learning/media';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../../../../lib/api/errors.ts';
import { Uploads } from '../../../../../lib/files/upload.ts';
import { useQuestionId } from '../use-question-id.ts';
import { questionTarget } from '../upload-target.ts';

/** Uploads a picture of a question's description and answers its address; throws an error whose message is for the person. */
export function useQuestionPicture(key: string): (file: File) => Promise<string> {
  const t = useTranslations('files.uploads.problems');
  const errorText = useErrorText();
  const questionId = useQuestionId(key);
  const [uploads] = useState(() => new Uploads(questionTarget(questionId, 'inline')));
  return async (file) => {
    if (!(PICTURE_EXTENSIONS as readonly string[]).includes(extensionOf(file.name)))
      throw new Error(t('wrong_type', { extensions: PICTURE_EXTENSIONS.join(', ').toUpperCase() }));
    const upload = uploads.add(file, 'inline');
    const result = await uploads.ended(upload);
    const error = uploads.list().find((one) => one.key === upload)?.error;
    uploads.drop(upload);
    if (result) return result.url;
    if (error && 'code' in error && error.code === 'wrong_file_format') throw new Error(t('wrong_content'));
    throw new Error(error && !('code' in error && error.code === 'internal') ? errorText(error) : t('lost'));
  };
}
