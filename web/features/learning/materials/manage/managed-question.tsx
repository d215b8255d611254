import { deleteMaterial, updateMaterial } from '#contract/learning/materials';
import { useTranslations } from 'use-intl';
import { useRemovedToast } from '../../../../lib/api/removal.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import type { Asked } from '../material.ts';

/** Asks before a material is archived or deleted. */
export function ManagedQuestion({
  course_id,
  asked: { action, material },
  onClose,
}: {
  course_id: number;
  asked: Asked;
  onClose: () => void;
}) {
  const t = useTranslations('materials.manage');
  const common = useTranslations('common');
  const params = { id: course_id, materialId: material.id };
  const undo = useTranslations('shell.undo')('undo');
  const { name } = material;
  const removed = useRemovedToast();
  const unarchive = useAction(updateMaterial);
  const archive = useAction(updateMaterial, {
    onDone: () => {
      showSuccess(t('archived_done', { name }), {
        label: undo,
        run: () => void unarchive.run({ params, body: { archived: false } }),
      });
      onClose();
    },
  });
  const remove = useAction(deleteMaterial, {
    onDone: () => {
      void removed(t('deleted_done', { name }), { object_model: 'material', object_id: material.id, name });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened
      title={t(`${action}_title`)}
      text={t(`${action}_text`, { name })}
      confirmLabel={action === 'delete' ? common('delete') : t('archive_confirm')}
      danger={action === 'delete'}
      busy={archive.busy || remove.busy}
      onConfirm={() =>
        void (action === 'delete'
          ? remove.run({ params })
          : archive.run({ params, body: { archived: true } }))
      }
      onCancel={onClose}
    />
  );
}
