import { BANK_FILE_QUESTIONS, importBankQuestions } from '#contract/exams/bank';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../../../lib/api/api.ts';
import { NativeSelect } from '../../../../../ui/control/field/native-select.tsx';
import { QuestionFileDialog } from '../../files/question-file-dialog.tsx';
import { folderOptions, type PlacedFolder } from '../folder-tree.ts';

interface Props {
  tree: readonly PlacedFolder[];
  chosen: PlacedFolder | null;
  onClose: () => void;
}

/** Puts questions of a file into a folder of the bank. */
export default function BankImportDialog({ tree, chosen, onClose }: Props) {
  const t = useTranslations('bank');
  const [folder, setFolder] = useState(String(chosen?.id ?? tree[0]!.id));
  return (
    <QuestionFileDialog
      text={t('import_text')}
      most={BANK_FILE_QUESTIONS}
      read={async (upload, format) => {
        const query = { format, folder: Number(folder), dry_run: 'true' as const };
        return (await call(importBankQuestions, { query, upload, quiet: true })).rows;
      }}
      add={async (upload, format) => {
        const query = { format, folder: Number(folder), dry_run: 'false' as const };
        return (await call(importBankQuestions, { query, upload })).added.length;
      }}
      onClose={onClose}
    >
      <NativeSelect
        label={t('folder.one')}
        data={folderOptions(tree)}
        value={folder}
        onChange={(event) => setFolder(event.currentTarget.value)}
      />
    </QuestionFileDialog>
  );
}
