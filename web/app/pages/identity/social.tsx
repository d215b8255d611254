import { useNavigate } from 'react-router';
import { SocialScreen } from '../../../features/identity/accounts/sign-in/social-screen.tsx';
import { ownPath } from '../../../lib/session/own-path.ts';

export default function SocialPage() {
  const navigate = useNavigate();
  const goTo = (address: string) => void navigate(address, { replace: true });
  return (
    <SocialScreen
      onSignedIn={(callback) => goTo(ownPath(callback) ?? '/')}
      onLinked={(callback) => goTo(ownPath(callback) ?? '/profile#security')}
    />
  );
}
