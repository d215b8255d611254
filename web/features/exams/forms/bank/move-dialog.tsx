import { placeBankQuestions } from '#contract/exams/bank';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../../../lib/api/use-action.ts';
import { Button } from '../../../../ui/control/button/button.tsx';
import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { folderOptions, type PlacedFolder } from './folder-tree.ts';

interface Props {
  ids: number[];
  tree: readonly PlacedFolder[];
  onClose: () => void;
  onDone: () => void;
}

/** Into which folder the chosen questions go. */
export default function MoveDialog({ ids, tree, onClose, onDone }: Props) {
  const t = useTranslations('bank');
  const common = useTranslations('common');
  const [folder, setFolder] = useState(String(tree[0]?.id ?? ''));
  const place = useAction(placeBankQuestions, { onDone });
  return (
    <Dialog title={t('move_title', { count: ids.length })} onClose={onClose}>
      <NativeSelect
        label={t('folder.one')}
        data-autofocus
        data={folderOptions(tree)}
        value={folder}
        onChange={(event) => setFolder(event.currentTarget.value)}
      />
      <div className="buttons after-8 fills">
        <Button variant="default" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button
          loading={place.busy}
          onClick={() => void place.run({ body: { question_ids: ids, folder_id: Number(folder) } })}
        >
          {t('move_here')}
        </Button>
      </div>
    </Dialog>
  );
}
