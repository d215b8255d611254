import { importQuestions } from '#contract/exams/exchange';
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

  function send(file: File, format: ImportFormat, dry_run: 'true' | 'false') {
    const { revision } = store;
    const query = { format, dry_run, ...(revision && { revision }) };
    return call(importQuestions, { params: form, query, upload: file, quiet: true });
  }

  return (
    <QuestionFileDialog
      text={t('text')}
      read={async (file, format) => (await send(file, format, 'true')).rows}
      add={async (file, format) => {
        const answer = await send(file, format, 'false');
        // Sections come with the settings, which are read anew.
        if (answer.rows.some(({ section }) => section !== undefined)) await store.load();
        else store.adopt(answer.questions, answer.revision);
        return answer.questions.length;
      }}
      onClose={onClose}
    />
  );
}
