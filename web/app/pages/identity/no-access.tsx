import { useTranslations } from 'use-intl';
import { LockedLoom } from '../../../ui/brand/loom.tsx';
import { AbsentScreen } from '../../absent-screen.tsx';

export default function NoAccessPage() {
  const t = useTranslations('common.no_access_page');
  return <AbsentScreen picture={<LockedLoom />} title={t('title')} text={t('text')} />;
}
