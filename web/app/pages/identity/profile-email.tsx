import { EmailChangeScreen } from '../../../features/identity/security/sections/email-change-screen.tsx';

export default function ProfileEmailPage() {
  return <EmailChangeScreen />;
}
