import { useTranslations } from 'use-intl';

/** What the button says that leaves a dialog as it was: never "Cancel" beside "Cancel the webinar". */
export function useLeavingWord(): (confirmLabel: string) => string {
  const t = useTranslations('common');
  return (confirmLabel) => t(confirmLabel.startsWith(t('cancel')) ? 'close' : 'cancel');
}
