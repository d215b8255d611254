import { createFolder, deleteFolder, updateFolder } from '#contract/exams/bank';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../../../lib/api/use-action.ts';
import { useForm } from '../../../../lib/form/use-form.ts';
import { Button } from '../../../../ui/control/button/button.tsx';
import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { PrivateForm } from '../../../../ui/form/private-form.tsx';
import { folderOptions, placesFor, type PlacedFolder } from './folder-tree.ts';

interface Props {
  tree: readonly PlacedFolder[];
  /** null: a new one. */
  folder: PlacedFolder | null;
  /** Where a new one is put unless another place is chosen. */
  within: number | null;
  onClose: () => void;
  /** Made, changed, or with null deleted. */
  onDone: (id: number | null) => void;
}

/** A folder of the bank: its name, and where it lies. */
export default function FolderDialog({ tree, folder, within, onClose, onDone }: Props) {
  const t = useTranslations('bank');
  const [asked, setAsked] = useState(false);
  const endpoint = folder ? updateFolder : createFolder;
  const form = useForm<typeof createFolder, { name: string; parent_id: string }>({
    // Both take the same fields.
    endpoint: endpoint as typeof createFolder,
    ...(folder && { params: { id: folder.id } as never }),
    initial: {
      name: folder?.name ?? '',
      parent_id: String(folder ? (folder.parent_id ?? '') : (within ?? '')),
    },
    body: ({ name, parent_id }) => ({ name, parent_id: parent_id === '' ? null : Number(parent_id) }),
    onDone: (made) => onDone(folder?.id ?? made.id),
  });
  const remove = useAction(deleteFolder, { onDone: () => onDone(null) });
  return (
    <Dialog title={folder ? t('folder.edit') : t('folder.create')} onClose={onClose}>
      <PrivateForm
        form={form}
        submitLabel={folder ? t('folder.save') : t('folder.make')}
        onCancel={onClose}
        actions={
          folder && (
            <Button variant="default" color="brick" loading={remove.busy} onClick={() => setAsked(true)}>
              {t('folder.delete')}
            </Button>
          )
        }
      >
        <TextInput label={t('folder.name')} data-autofocus {...form.field('name')} />
        <NativeSelect
          label={t('folder.parent')}
          data={[
            { value: '', label: t('folder.top') },
            ...folderOptions(placesFor(tree, folder?.id ?? null)),
          ]}
          {...form.field('parent_id')}
        />
      </PrivateForm>
      {folder && (
        <ConfirmDialog
          opened={asked}
          title={t('folder.delete_title', { name: folder.name })}
          text={t('folder.delete_text')}
          confirmLabel={t('folder.delete')}
          danger
          busy={remove.busy}
          onConfirm={() => {
            setAsked(false);
            void remove.run({ params: { id: folder.id } });
          }}
          onCancel={() => setAsked(false)}
        />
      )}
    </Dialog>
  );
}
