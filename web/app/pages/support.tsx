import { SupportScreen } from '../../features/support/support-screen.tsx';

export default function SupportPage() {
  return <SupportScreen />;
}
