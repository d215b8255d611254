import { undoRepair } from '#contract/exams/results';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { dateTimeText } from '../../../../lib/words/dates.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { Panel } from '../../../../ui/page/panel.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import classes from '../../../../ui/list/list-line.module.css';
import type { Repairs } from './repair.ts';

type Repair = Repairs['repairs'][number];

interface Props {
  course_id: number;
  form_id: number;
  repairs: readonly Repair[];
}

/** The repairs of a key, latest first; each can be taken back. */
export function RepairList({ course_id, form_id, repairs }: Props) {
  const t = useTranslations('results.repairs');
  const [asked, setAsked] = useState<Repair | null>(null);
  const undo = useAction(undoRepair, {
    onDone: () => {
      showSuccess(t('undone'));
      setAsked(null);
    },
  });
  return (
    <Panel title={t('title')}>
      <ul className="stack plain">
        {repairs.map((repair) => (
          <li key={repair.id} className={`${classes.line} ruled`}>
            <div className={classes.words}>
              <p className="flush anywhere strong">{repair.reason}</p>
              <p className="note anywhere">
                {dateTimeText(repair.created_at)} · {repair.author.last_name} {repair.author.first_name} ·{' '}
                {t('attempts', { count: repair.attempts })}
                {repair.only_raise && ` · ${t('only_raise')}`}
              </p>
              <p className="note anywhere">
                {repair.questions
                  .map(({ title, annulled }) => (annulled ? t('annulled', { title }) : title))
                  .join('; ')}
              </p>
            </div>
            {repair.undone_at === null ? (
              <Button
                variant="default"
                size="sm"
                leftSection={<IconArrowBackUp size={18} aria-hidden />}
                onClick={() => setAsked(repair)}
              >
                {t('undo')}
              </Button>
            ) : (
              <StatusBadge tone="neutral">
                {t('undone_at', { date: dateTimeText(repair.undone_at) })}
              </StatusBadge>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={asked !== null}
        title={t('undo_title')}
        text={t('undo_text')}
        confirmLabel={t('undo')}
        busy={undo.busy}
        onConfirm={() =>
          asked && void undo.run({ params: { id: course_id, formId: form_id, repairId: asked.id } })
        }
        onCancel={() => setAsked(null)}
      />
    </Panel>
  );
}
