import { useEffect, useState, useSyncExternalStore } from 'react';
import { Uploads } from '../../../../lib/files/upload.ts';
import { useUploads } from '../../../../ui/files/file-uploads.tsx';
import { useQuestionStore } from '../builder-context.ts';
import type { QuestionFile } from '../draft.ts';
import { questionTarget } from './upload-target.ts';
import { useQuestionId } from './use-question-id.ts';

const NONE: readonly QuestionFile[] = [];

/** The files of a question of the draft, with uploads that become some of them. */
export function useQuestionFiles(key: string) {
  const { store } = useQuestionStore();
  const questionId = useQuestionId(key);
  const [uploads] = useState(() => new Uploads(questionTarget(questionId, 'attachment')));
  const { files: all } = useSyncExternalStore(store.subscribe, store.state);
  const id = store.ids.get(key);
  const files = all.get(key) ?? (id === undefined ? NONE : (all.get(`q${id}`) ?? NONE));
  const list = useUploads(uploads);

  useEffect(() => {
    for (const upload of list) {
      if (upload.state !== 'done' || !upload.result) continue;
      store.setFiles(key, [...files, upload.result as QuestionFile]);
      uploads.drop(upload.key);
    }
  }, [list, files, key, store, uploads]);

  return { store, questionId, uploads, files, list };
}
