import { DECISIONS, decideLibraryChanges, getLibraryChanges } from '#contract/learning/library';
import type { ResponseOf } from '#contract/platform';
import { useTranslations } from 'use-intl';
import { Radio } from '../../../ui/control/choice/radio.tsx';
import { showSuccess } from '../../../lib/page/toasts.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { useForm } from '../../../lib/form/use-form.ts';
import { PrivateForm } from '../../../ui/form/private-form.tsx';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { StatusBadge } from '../../../ui/state/status-badge.tsx';
import classes from './library.module.css';
import { Dialog } from '../../../ui/dialog/dialog.tsx';

type Change = ResponseOf<typeof getLibraryChanges>['changes'][number];

type Decision = (typeof DECISIONS)[number];

const losesEdits = ({ edited, kind }: Change): boolean => edited && kind === 'changed';

const TONES = { changed: 'active', added: 'good', removed: 'warning' } as const;

interface Props {
  course_id: number;
  onClose: () => void;
}

/** Each change of the original, to be taken over or not. */
export default function ChangesDialog({ course_id, onClose }: Props) {
  const t = useTranslations('library.changes');
  const query = useData(getLibraryChanges, { params: { id: course_id } });
  return (
    <Dialog onClose={onClose} size="lg" title={t('title')}>
      <Loaded query={query}>
        {({ changes }) => <Decisions course_id={course_id} changes={changes} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

function Decisions({ course_id, changes, onClose }: Props & { changes: readonly Change[] }) {
  const t = useTranslations('library.changes');
  const form = useForm({
    endpoint: decideLibraryChanges,
    params: { id: course_id },
    initial: {
      decisions: changes.map((change): { origin_material_id: number; decision: Decision } => ({
        origin_material_id: change.origin_material_id,
        // What the company wrote itself goes only where somebody says so.
        decision: losesEdits(change) ? 'keep' : 'accept',
      })),
    },
    onDone: () => {
      showSuccess(t('done'));
      onClose();
    },
  });
  return (
    <PrivateForm form={form} submitLabel={t('submit')} onCancel={onClose}>
      <p className="flush">{t('text')}</p>
      <ul className="plain">
        {changes.map((change, index) => (
          <li key={change.origin_material_id} className={`${classes.change} ruled`}>
            <StatusBadge tone={TONES[change.kind]}>{t(`kinds.${change.kind}`)}</StatusBadge>
            <Radio.Group
              label={change.name}
              description={losesEdits(change) && t('edited')}
              {...form.field(`decisions.${index}.decision`)}
            >
              <div className="stack gap-5 after-4">
                {DECISIONS.toReversed().map((decision) => (
                  <Radio key={decision} value={decision} label={t(`${decision}.${change.kind}`)} />
                ))}
              </div>
            </Radio.Group>
          </li>
        ))}
      </ul>
    </PrivateForm>
  );
}
