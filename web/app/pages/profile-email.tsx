import { EmailChangeScreen } from '../../features/identity/security/email-change-screen.tsx';

export default function ProfileEmailPage() {
  return <EmailChangeScreen />;
}
