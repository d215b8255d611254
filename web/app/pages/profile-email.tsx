import { EmailChangeScreen } from '../../features/security/email-change-screen.tsx';

export default function ProfileEmailPage() {
  return <EmailChangeScreen />;
}
