import { IconCloudOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useReached } from '../../lib/api/online.ts';
import classes from './offline-banner.module.css';

/** Says that what is done now is lost; a running attempt has words of its own, since its answers wait in the browser. */
export function OfflineBanner() {
  const t = useTranslations('shell');
  const reached = useReached();
  return (
    <div role="status" className={`${classes.place} off-paper`}>
      {!reached && (
        <p className={classes.banner}>
          <IconCloudOff size={20} stroke={1.7} aria-hidden />
          {t('offline')}
        </p>
      )}
    </div>
  );
}
