import { downloadOwnArchive } from '#contract/service/archives';
import { IconDownload, IconUserX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { saveFile } from '../../../lib/files/save-file.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { Section } from '../../../ui/page/panel.tsx';
import { Setting, Settings } from '../../../ui/page/setting.tsx';
import { type Confirmed, useConfirmedOptions } from './confirmed.ts';
import { laterOver } from '../../../lib/page/later.tsx';

/** Few ever ask for it. */
const EraseOneselfDialog = laterOver(() => import('./erase-oneself-dialog.tsx'));

/** What the person can do with everything that is known about them. */
export function OwnDataSection({ confirmed }: { confirmed: Confirmed }) {
  const t = useTranslations('privacy.own');
  const [asking, setAsking] = useState(false);
  const download = useAction(downloadOwnArchive, { ...useConfirmedOptions(confirmed), onDone: saveFile });
  return (
    <Section title={t('title')}>
      <p className="lead">{t('text')}</p>
      <Settings>
        <Setting
          icon={<IconDownload size={22} stroke={1.7} aria-hidden />}
          title={t('download_title')}
          text={t('download_text')}
          actions={
            <Button variant="default" loading={download.busy} onClick={() => void download.run({})}>
              {t('download')}
            </Button>
          }
        />
        <Setting
          icon={<IconUserX size={22} stroke={1.7} aria-hidden />}
          title={t('erase_title')}
          text={t('erase_text')}
          actions={
            <Button variant="outline" color="brick" onClick={() => setAsking(true)}>
              {t('erase')}
            </Button>
          }
        />
      </Settings>
      {asking && <EraseOneselfDialog confirmed={confirmed} onClose={() => setAsking(false)} />}
    </Section>
  );
}
