import { LegalScreen } from '../../features/legal/legal-screen.tsx';

const TEXTS = {
  uk: () => import('../../features/legal/terms.uk.ts'),
  en: () => import('../../features/legal/terms.en.ts'),
  de: () => import('../../features/legal/terms.de.ts'),
};

export default function TermsPage() {
  return <LegalScreen texts={TEXTS} />;
}
