import { LegalScreen } from '../../features/legal/legal-screen.tsx';

const TEXTS = {
  uk: () => import('../../features/legal/privacy.uk.ts'),
  en: () => import('../../features/legal/privacy.en.ts'),
  de: () => import('../../features/legal/privacy.de.ts'),
};

export default function PrivacyPage() {
  return <LegalScreen texts={TEXTS} />;
}
