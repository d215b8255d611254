import { IconCloudOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import classes from './offline-banner.module.css';

/** Says that what is done now is lost; a running attempt has words of its own, since its answers wait in the browser. */
export function OfflineBanner() {
  const t = useTranslations('shell');
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" className={`${classes.place} off-paper`}>
      {!online && (
        <p className={classes.banner}>
          <IconCloudOff size={20} stroke={1.7} aria-hidden />
          {t('offline')}
        </p>
      )}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
