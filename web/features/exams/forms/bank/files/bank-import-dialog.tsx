import { BANK_FILE_QUESTIONS, importBankQuestions } from '#contract/exams/bank';
import type { ResponseOf } from '#contract/platform';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../../../lib/api/api.ts';
import { Checkbox } from '../../../../../ui/control/choice/checkbox.tsx';
import { NativeSelect } from '../../../../../ui/control/field/native-select.tsx';
import { type ImportFormat, QuestionFileDialog } from '../../files/question-file-dialog.tsx';
import { folderOptions, type PlacedFolder } from '../folder-tree.ts';
import { FoundFolders } from './found-folders.tsx';
import { ToldQuestion } from './told-question.tsx';

type Found = ResponseOf<typeof importBankQuestions>;
type Row = Found['rows'][number];

/** In the bank already, or before it in the file. */
const isThere = ({ copy_of, same_as }: Row): boolean => copy_of !== null || same_as !== null;

interface Props {
  tree: readonly PlacedFolder[];
  chosen: PlacedFolder | null;
  onClose: () => void;
}

/** Puts questions of a file into a folder of the bank, and into those that its categories become within it. */
export default function BankImportDialog({ tree, chosen, onClose }: Props) {
  const t = useTranslations('bank');
  const [folder, setFolder] = useState(String(chosen?.id ?? tree[0]!.id));
  const [oneFolder, setOneFolder] = useState(false);
  const [copies, setCopies] = useState(false);
  const [made, setMade] = useState<Found['new_folders']>([]);
  const send = (upload: File, format: ImportFormat, isDry: boolean) =>
    call(importBankQuestions, {
      query: {
        format,
        folder: Number(folder),
        dry_run: isDry ? 'true' : 'false',
        ...(!isDry && oneFolder && { one_folder: 'true' }),
        ...(!isDry && copies && { copies: 'true' }),
      },
      upload,
      quiet: isDry,
    });
  const takes = (row: Row) => copies || !isThere(row);

  const choices = (rows: readonly Row[]) => {
    const sound = rows.filter(({ problems }) => problems.length === 0);
    const known = sound.filter(isThere).length;
    const hasFolders = sound.some(({ folders }) => folders.length > 0);
    return (
      <div className="stack gap-5">
        {known > 0 && (
          <Checkbox
            label={t('import.copies', { count: known })}
            checked={copies}
            onChange={(event) => setCopies(event.currentTarget.checked)}
          />
        )}
        {hasFolders && (
          <Checkbox
            label={t('import.one_folder')}
            description={t('import.one_folder_hint')}
            checked={oneFolder}
            onChange={(event) => setOneFolder(event.currentTarget.checked)}
          />
        )}
        {hasFolders && !oneFolder && sound.some(takes) && (
          <FoundFolders
            here={tree.find(({ id }) => String(id) === folder)?.name ?? ''}
            rows={sound.filter(takes)}
            made={made}
          />
        )}
      </div>
    );
  };

  return (
    <QuestionFileDialog<Row>
      text={t('import_text')}
      most={BANK_FILE_QUESTIONS}
      again={folder}
      read={async (upload, format) => {
        const { rows, new_folders } = await send(upload, format, true);
        setMade(new_folders);
        return rows;
      }}
      add={async (upload, format) => (await send(upload, format, false)).added.length}
      choices={choices}
      takes={takes}
      told={(row) => <ToldQuestion row={row} isTaken={takes(row)} oneFolder={oneFolder} />}
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
