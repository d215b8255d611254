import { LegalScreen } from '../../../features/service/legal/legal-screen.tsx';

const TEXTS = {
  uk: () => import('../../../features/service/legal/terms.uk.ts'),
  en: () => import('../../../features/service/legal/terms.en.ts'),
  de: () => import('../../../features/service/legal/terms.de.ts'),
};

export default function TermsPage() {
  return <LegalScreen texts={TEXTS} />;
}
