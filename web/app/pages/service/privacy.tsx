import { LegalScreen } from '../../../features/service/legal/legal-screen.tsx';

const TEXTS = {
  uk: () => import('../../../features/service/legal/privacy.uk.ts'),
  en: () => import('../../../features/service/legal/privacy.en.ts'),
  de: () => import('../../../features/service/legal/privacy.de.ts'),
};

export default function PrivacyPage() {
  return <LegalScreen texts={TEXTS} />;
}
