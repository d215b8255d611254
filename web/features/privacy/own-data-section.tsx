import { downloadOwnArchive } from '#contract/archives';
import { Button } from '@mantine/core';
import { IconDownload, IconUserX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { saveFile } from '../../lib/save-file.ts';
import { useAction } from '../../lib/use-action.ts';
import { Panel } from '../../ui/panel.tsx';
import { type Confirmed, useConfirmedOptions } from './confirmed.ts';
import { EraseOneselfDialog } from './erase-oneself-dialog.tsx';
import { Matter } from './matter.tsx';
import classes from './privacy.module.css';

/** What the person can do with everything that is known about them. */
export function OwnDataSection({ confirmed }: { confirmed: Confirmed }) {
  const t = useTranslations('privacy.own');
  const [asking, setAsking] = useState(false);
  const download = useAction(downloadOwnArchive, { ...useConfirmedOptions(confirmed), onDone: saveFile });
  return (
    <Panel title={t('title')}>
      <p className={classes.intro}>{t('text')}</p>
      <Matter
        icon={<IconDownload size={22} stroke={1.7} aria-hidden />}
        title={t('download_title')}
        text={t('download_text')}
        action={
          <Button variant="default" loading={download.busy} onClick={() => void download.run({})}>
            {t('download')}
          </Button>
        }
      />
      <Matter
        icon={<IconUserX size={22} stroke={1.7} aria-hidden />}
        title={t('erase_title')}
        text={t('erase_text')}
        action={
          <Button variant="outline" color="brick" onClick={() => setAsking(true)}>
            {t('erase')}
          </Button>
        }
      />
      {asking && <EraseOneselfDialog confirmed={confirmed} onClose={() => setAsking(false)} />}
    </Panel>
  );
}
