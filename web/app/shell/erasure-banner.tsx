import { keepSpace } from '#contract/service/erasure';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/control/button/button.tsx';
import { dateText } from '../../lib/words/dates.ts';
import { type Profile, refreshProfile } from '../../lib/session/session.ts';
import { showSuccess } from '../../lib/page/toasts.ts';
import { useAction } from '../../lib/api/use-action.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import classes from './erasure-banner.module.css';

/** On every screen of a company that is to be erased, for those who can take it back. */
export default function ErasureBanner({ profile }: { profile: Profile }) {
  const t = useTranslations('privacy.banner');
  const [asking, setAsking] = useState(false);
  const keep = useAction(keepSpace, {
    onDone: () => {
      setAsking(false);
      showSuccess(t('kept'));
      void refreshProfile();
    },
  });
  if (!profile.erase_at) return null;
  return (
    <div className={`${classes.banner} off-paper`}>
      <Notice
        tone="bad"
        title={t('title', { date: dateText(profile.erase_at) })}
        action={
          <Button variant="default" size="sm" onClick={() => setAsking(true)}>
            {t('keep')}
          </Button>
        }
      >
        {t('text')}
      </Notice>
      <ConfirmDialog
        opened={asking}
        title={t('ask')}
        text={t('ask_text')}
        confirmLabel={t('keep')}
        busy={keep.busy}
        onConfirm={() => void keep.run({ params: { id: profile.current_login_info.space_pk } })}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}
