import { listStudentMaterials, unblockMaterial } from '#contract/learning/materials';
import type { ResponseOf } from '#contract/platform';
import { IconLockOpen } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { dateTimeText } from '../../../../lib/words/dates.ts';
import { useMay } from '../../../../lib/session/session.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { useNumbers } from '../../../../lib/words/numbers.ts';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import { MATERIAL_ICONS } from '../material-type.tsx';
import classes from './student-materials-dialog.module.css';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { personName } from '../../../../lib/words/person-name.ts';

type StudentMaterial = ResponseOf<typeof listStudentMaterials>['results'][number];

interface Props {
  course_id: number;
  student: { id: number; name: string };
  onClose: () => void;
}

/** How far one student is in each material of a course; a locked one may be opened for them alone. */
export default function StudentMaterialsDialog({ course_id, student, onClose }: Props) {
  const t = useTranslations('materials.student');
  const materials = useData(listStudentMaterials, { params: { id: course_id, userId: student.id } });
  return (
    <Dialog onClose={onClose} size="lg" title={t('title', { name: student.name })}>
      <Loaded query={materials}>
        {({ results }) =>
          results.length === 0 ? (
            <EmptyState title={t('empty')} />
          ) : (
            <ol className="plain" aria-label={t('list')}>
              {results.map((material) => (
                <Row key={material.id} material={material} user_id={student.id} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </Dialog>
  );
}

const TONES = { done: 'good', opened: 'active', open: 'neutral', locked: 'warning' } as const;

function Row({ material, user_id }: { material: StudentMaterial; user_id: number }) {
  const t = useTranslations('materials.student');
  const types = useTranslations('materials.types');
  const may = useMay();
  const { id, name, type, opened_by, unblocked } = material;
  const state = stateOf(material);
  const Icon = MATERIAL_ICONS[type];
  const open = useAction(unblockMaterial, { onDone: () => showSuccess(t('unblock_done', { name })) });
  return (
    <li className={`${classes.row} ruled narrow-two`}>
      <Icon className="accent" size={22} aria-label={types(type)} role="img" />
      <div className="shrinks">
        <p className="flush anywhere strong">{name}</p>
        <p className="note unless-empty">{useFacts(material)}</p>
        {opened_by && <p className="note unless-empty">{t('opens_after', { name: opened_by.name })}</p>}
        {unblocked && (
          <p className="note unless-empty">
            {t('unblocked', {
              name: personName(unblocked.by),
              at: dateTimeText(unblocked.at),
            })}
          </p>
        )}
      </div>
      <div className="cluster gap-4 ends narrow-second">
        <StatusBadge tone={TONES[state]}>{t(`states.${state}`)}</StatusBadge>
        {state === 'locked' && may('unblockMaterial') && (
          <Button
            size="sm"
            variant="default"
            leftSection={<IconLockOpen size={18} aria-hidden />}
            loading={open.busy}
            aria-label={t('unblock_for', { name })}
            onClick={() => void open.run({ body: { material_id: id, user_id } })}
          >
            {t('unblock')}
          </Button>
        )}
      </div>
    </li>
  );
}

function useFacts({ done_at, opened_at, watched_share }: StudentMaterial): string {
  const t = useTranslations('materials.student');
  const { number } = useNumbers();
  const facts = [
    done_at
      ? t('done_at', { at: dateTimeText(done_at) })
      : opened_at && t('opened_at', { at: dateTimeText(opened_at) }),
    watched_share !== null &&
      opened_at &&
      t('watched', { share: number(watched_share / 100, { style: 'percent' }) }),
  ];
  return facts.filter(Boolean).join(', ');
}

function stateOf({ done_at, opened_at, opened_by }: StudentMaterial): keyof typeof TONES {
  if (done_at) return 'done';
  if (opened_by) return 'locked';
  return opened_at ? 'opened' : 'open';
}
