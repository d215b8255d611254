import { listImports, undoImport } from '#contract/people/imports';
import type { ResponseOf } from '#contract/platform';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { personName } from '../../../../lib/words/person-name.ts';
import { Button } from '../../../../ui/control/button/button.tsx';
import { dateTimeText } from '../../../../lib/words/dates.ts';
import { refreshProfile, useProfile } from '../../../../lib/session/session.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { Notice } from '../../../../ui/state/notice.tsx';
import { Section } from '../../../../ui/page/panel.tsx';
import classes from './recent-imports.module.css';

type Import = ResponseOf<typeof listImports>[number];
type Undone = ResponseOf<typeof undoImport>;

/** The latest imports, each of which can be taken back as one. Nothing at all while there is none. */
export function RecentImports() {
  const t = useTranslations('imports.recent');
  const space = useProfile().current_login_info.space_pk;
  const imports = useData(listImports, { params: { id: space } });
  const [asking, setAsking] = useState<Import | null>(null);
  const [kept, setKept] = useState<Undone['kept']>([]);
  const undo = useAction(undoImport, {
    onDone: (done) => {
      setAsking(null);
      setKept(done.kept);
      showSuccess(t('done', { count: done.undone }));
      // Licences are free again.
      void refreshProfile();
    },
  });
  if (!imports.data?.length) return null;

  return (
    <Section title={t('title')}>
      {kept.length > 0 && (
        <Notice tone="warning" title={t('kept_title', { count: kept.length })}>
          {t('kept_text')} {kept.map(personName).join(', ')}.
        </Notice>
      )}
      <ul className="stack plain gap-4">
        {imports.data.map((one) => (
          <li key={one.batch} className={classes.item}>
            <span className="stack shrinks anywhere">
              <span className={classes.time}>{dateTimeText(one.created_at)}</span>
              <span className="quiet">
                {t('what', { joined: one.joined, changed: one.changed })} · {personName(one.author)}
              </span>
            </span>
            {one.undone_at ? (
              <span className="quiet">{t('undone', { time: dateTimeText(one.undone_at) })}</span>
            ) : (
              <Button
                variant="default"
                size="sm"
                leftSection={<IconArrowBackUp size={18} aria-hidden />}
                aria-label={t('undo_of', { time: dateTimeText(one.created_at) })}
                onClick={() => setAsking(one)}
              >
                {t('undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={asking !== null}
        title={t('ask_title')}
        text={t('ask_text', { joined: asking?.joined ?? 0, changed: asking?.changed ?? 0 })}
        confirmLabel={t('undo')}
        danger
        busy={undo.busy}
        onConfirm={() => asking && void undo.run({ params: { id: space }, body: { batch: asking.batch } })}
        onCancel={() => setAsking(null)}
      />
    </Section>
  );
}
