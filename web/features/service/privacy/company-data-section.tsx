import { downloadSpaceArchive } from '#contract/service/archives';
import { IconBuildingOff, IconDownload, IconUserShare } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { dateText } from '../../../lib/words/dates.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { useProfile } from '../../../lib/session/session.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { Section } from '../../../ui/page/panel.tsx';
import { Setting, Settings } from '../../../ui/page/setting.tsx';
import { type Confirmed, useConfirmedOptions } from './confirmed.ts';
import { EraseCompanyDialog } from './erase-company-dialog.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

interface Props {
  confirmed: Confirmed;
  /** Takes the access token of an admin. */
  onSwitched: (access: string) => void;
}

/** What an owner can do with the whole company: take its data along, give it away, have it erased. */
export function CompanyDataSection({ confirmed, onSwitched }: Props) {
  const t = useTranslations('privacy.company');
  const { erase_at, current_login_info } = useProfile();
  const id = current_login_info.space_pk;
  const [asking, setAsking] = useState<'transfer' | 'erase' | null>(null);
  const download = useAction(downloadSpaceArchive, { ...useConfirmedOptions(confirmed), onDone: saveFile });
  const close = () => setAsking(null);
  return (
    <Section title={t('title')}>
      <Settings>
        <Setting
          icon={<IconDownload size={22} stroke={1.7} aria-hidden />}
          title={t('download_title')}
          text={t('download_text')}
          actions={
            <Button
              variant="default"
              loading={download.busy}
              onClick={() => void download.run({ params: { id } })}
            >
              {t('download')}
            </Button>
          }
        />
        <Setting
          icon={<IconUserShare size={22} stroke={1.7} aria-hidden />}
          title={t('transfer_title')}
          text={t('transfer_text')}
          actions={
            <Button variant="default" onClick={() => setAsking('transfer')}>
              {t('transfer')}
            </Button>
          }
        />
        <Setting
          icon={<IconBuildingOff size={22} stroke={1.7} aria-hidden />}
          title={t('erase_title')}
          text={erase_at ? t('pending', { date: dateText(erase_at) }) : t('erase_text')}
          actions={
            !erase_at && (
              <Button variant="outline" color="brick" onClick={() => setAsking('erase')}>
                {t('erase')}
              </Button>
            )
          }
        />
      </Settings>
      {asking === 'transfer' && (
        <TransferDialog company={id} confirmed={confirmed} onClose={close} onSwitched={onSwitched} />
      )}
      {asking === 'erase' && <EraseCompanyDialog company={id} confirmed={confirmed} onClose={close} />}
    </Section>
  );
}
