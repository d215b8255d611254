import { SupportScreen } from '../../../features/service/support/support-screen.tsx';

export default function SupportPage() {
  return <SupportScreen />;
}
