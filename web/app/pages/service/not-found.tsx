import { useTranslations } from 'use-intl';
import { TornLoom } from '../../../ui/brand/loom.tsx';
import { AbsentScreen } from '../../absent-screen.tsx';

export default function NotFoundPage() {
  const t = useTranslations('common.not_found_page');
  return <AbsentScreen picture={<TornLoom />} title={t('title')} text={t('text')} />;
}
