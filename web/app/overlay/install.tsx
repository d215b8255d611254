import { IconDeviceMobilePlus } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { forgetInstallOffer, installOffer, onInstallOffer } from '../../lib/page/installable.ts';

/** Puts the product among the person's applications, in a browser that offers it. */
export function InstallEntry({
  className,
  label,
}: {
  className: string | undefined;
  label: string | undefined;
}) {
  const t = useTranslations('shell');
  const offer = useSyncExternalStore(onInstallOffer, installOffer);
  if (!offer) return null;

  async function install(): Promise<void> {
    await offer?.prompt();
    // It can be shown once; the browser offers another one if it is declined.
    forgetInstallOffer();
  }

  return (
    <button type="button" className={className} title={t('install')} onClick={() => void install()}>
      <IconDeviceMobilePlus size={21} stroke={1.7} aria-hidden />
      <span className={label}>{t('install')}</span>
    </button>
  );
}
