import { useGoOn } from '../../../lib/api/go-on.tsx';
import { SocialScreen } from '../../../features/identity/accounts/sign-in/social-screen.tsx';
import { ownPath } from '../../../lib/session/own-path.ts';

export default function SocialPage() {
  const goOn = useGoOn();
  const goTo = (address: string) => goOn(address, { replace: true });
  return (
    <SocialScreen
      onSignedIn={(callback) => goTo(ownPath(callback) ?? '/')}
      onLinked={(callback) => goTo(ownPath(callback) ?? '/profile#security')}
    />
  );
}
