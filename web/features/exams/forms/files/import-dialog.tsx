import { importQuestions } from '#contract/exams/exchange';
import { QUESTIONS_LIMIT } from '#contract/exams/forms';
import { useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/api.ts';
import { useBuilder } from '../builder-context.ts';
import { type ImportFormat, QuestionFileDialog } from './question-file-dialog.tsx';

interface Props {
  form: { id: number; formId: number };
  onClose: () => void;
}

/** Adds questions of a file to the end of the draft. */
export default function ImportDialog({ form, onClose }: Props) {
  const t = useTranslations('forms.import');
  const { store } = useBuilder();

  const send = (file: File, format: ImportFormat, dry_run: 'true' | 'false', given: { revision?: string }) =>
    call(importQuestions, { params: form, query: { format, dry_run, ...given }, upload: file, quiet: true });

  return (
    <QuestionFileDialog
      text={t('text')}
      most={QUESTIONS_LIMIT}
      read={(file, format) => store.byServer(async (given) => (await send(file, format, 'true', given)).rows)}
      add={(file, format) =>
        store.byServer(async (given) => {
          const answer = await send(file, format, 'false', given);
          // Sections come with the settings, which are read anew.
          if (answer.rows.some(({ section }) => section !== undefined)) await store.reread();
          else store.adopt(answer.questions, answer.revision);
          return answer.questions.length;
        })
      }
      onClose={onClose}
    />
  );
}
