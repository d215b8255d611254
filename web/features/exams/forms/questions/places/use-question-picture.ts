import { PICTURE_EXTENSIONS } from '#contract/exams/questions';
import { extensionOf } from '#contract/learning/media';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Uploads } from '../../../../../lib/files/upload.ts';
import { useTextPicture } from '../../../../../lib/files/use-text-picture.ts';
import { useQuestionId } from '../use-question-id.ts';
import { questionTarget } from '../upload-target.ts';

/** Uploads a picture of a question's description and answers its address; throws an error whose message is for the person. */
export function useQuestionPicture(key: string): (file: File) => Promise<string> {
  const t = useTranslations('files.uploads.problems');
  const send = useTextPicture();
  const questionId = useQuestionId(key);
  const [uploads] = useState(() => new Uploads(questionTarget(questionId, 'inline')));
  return async (file) => {
    if (!(PICTURE_EXTENSIONS as readonly string[]).includes(extensionOf(file.name)))
      throw new Error(t('wrong_type', { extensions: PICTURE_EXTENSIONS.join(', ').toUpperCase() }));
    return send(uploads, file);
  };
}
