import { removeQuestionFile } from '#contract/exams/forms';
import { QUESTION_EXTENSIONS, QUESTION_FILES } from '#contract/exams/questions';
import { extensionOf } from '#contract/learning/media';
import { IconX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/api.ts';
import { useBytes } from '../../../../lib/files/bytes.ts';
import { errorOf, useErrorText } from '../../../../lib/api/errors.ts';
import { showWarning } from '../../../../lib/page/toasts.ts';
import { FileDropZone } from '../../../../ui/files/file-drop-zone.tsx';
import { FileIcon } from '../../../../ui/files/file-icon.tsx';
import { FileUploads } from '../../../../ui/files/file-uploads.tsx';
import type { QuestionDraft, QuestionFile } from '../draft.ts';
import classes from './question-editor.module.css';
import { ToolButton } from '../../../../ui/page/tool-button.tsx';
import { useQuestionFiles } from './use-question-files.ts';

const ACCEPTED = QUESTION_EXTENSIONS.map((extension) => `.${extension}`).join(',');

/** The files that students see below a question. */
export function QuestionFiles({ question: { key }, index }: { question: QuestionDraft; index: number }) {
  const t = useTranslations('forms.files');
  const problems = useTranslations('files.uploads.problems');
  const bytes = useBytes();
  const errorText = useErrorText();
  const { store, questionId, uploads, files, list } = useQuestionFiles(key);

  async function remove(file: QuestionFile): Promise<void> {
    try {
      await call(removeQuestionFile, { params: { id: await questionId(), fileId: file.id }, quiet: true });
      store.setFiles(
        key,
        files.filter((one) => one.id !== file.id),
      );
    } catch (error) {
      showWarning(errorText(errorOf(error)));
    }
  }

  function take(chosen: File[]): void {
    const fitting = chosen.filter(({ name }) =>
      (QUESTION_EXTENSIONS as readonly string[]).includes(extensionOf(name)),
    );
    if (fitting.length < chosen.length)
      showWarning(problems('wrong_type', { extensions: QUESTION_EXTENSIONS.join(', ').toUpperCase() }));
    const free = QUESTION_FILES - files.length - list.length;
    if (fitting.length > free) showWarning(problems('too_many', { limit: QUESTION_FILES }));
    for (const file of fitting.slice(0, Math.max(0, free))) uploads.add(file, 'attachment');
  }

  const attached = files.filter(({ kind }) => kind === 'attachment');
  return (
    <section className={classes.files} aria-label={t('label', { number: index + 1 })}>
      <h3>{t('title')}</h3>
      {attached.length > 0 && (
        <ul>
          {attached.map((file) => (
            <li key={file.id} className={classes.file}>
              {file.group === 'image' ? (
                <img src={file.url} alt="" loading="lazy" className={classes.thumb} />
              ) : (
                <FileIcon group={file.group} />
              )}
              <a href={file.url} target="_blank" rel="noreferrer">
                {file.name}
              </a>
              <span className="quiet unbent">{bytes(file.size)}</span>
              <ToolButton inRow label={t('remove', { name: file.name })} onClick={() => void remove(file)}>
                <IconX size={18} aria-hidden />
              </ToolButton>
            </li>
          ))}
        </ul>
      )}
      <FileUploads uploads={uploads} />
      <FileDropZone
        label={t('choose')}
        hint={t('hint', { limit: QUESTION_FILES })}
        accept={ACCEPTED}
        multiple
        onFiles={take}
      />
    </section>
  );
}
