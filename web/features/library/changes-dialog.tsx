import { DECISIONS, decideLibraryChanges, type getLibraryChanges } from '#contract/library';
import type { ResponseOf } from '#contract/platform';
import { Modal, Radio } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { showSuccess } from '../../lib/toasts.ts';
import { useForm } from '../../lib/use-form.ts';
import { PrivateForm } from '../../ui/form/private-form.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './library.module.css';

type Change = ResponseOf<typeof getLibraryChanges>['changes'][number];

const TONES = { changed: 'active', added: 'good', removed: 'warning' } as const;

interface Props {
  course_id: number;
  changes: readonly Change[];
  onClose: () => void;
}

/** Each change of the original, to be taken over or not. */
export default function ChangesDialog({ course_id, changes, onClose }: Props) {
  const t = useTranslations('library.changes');
  const common = useTranslations('common');
  const form = useForm({
    endpoint: decideLibraryChanges,
    params: { id: course_id },
    initial: {
      decisions: changes.map(({ origin_material_id }) => ({
        origin_material_id,
        decision: 'accept' as (typeof DECISIONS)[number],
      })),
    },
    onDone: () => {
      showSuccess(t('done'));
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('title')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <PrivateForm form={form} submitLabel={t('submit')} onCancel={onClose}>
        <p className={classes.text}>{t('text')}</p>
        <ul className={classes.changes}>
          {changes.map(({ origin_material_id, name, kind }, index) => (
            <li key={origin_material_id} className={classes.change}>
              <StatusBadge tone={TONES[kind]}>{t(`kinds.${kind}`)}</StatusBadge>
              <Radio.Group label={name} {...form.field(`decisions.${index}.decision`)}>
                <div className={classes.decisions}>
                  {DECISIONS.toReversed().map((decision) => (
                    <Radio key={decision} value={decision} label={t(`${decision}.${kind}`)} />
                  ))}
                </div>
              </Radio.Group>
            </li>
          ))}
        </ul>
      </PrivateForm>
    </Modal>
  );
}
