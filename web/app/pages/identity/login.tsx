import { useSearchParams } from 'react-router';
import { useGoOn } from '../../../lib/api/go-on.tsx';
import { LoginScreen } from '../../../features/identity/accounts/sign-in/login-screen.tsx';
import { ownPath } from '../../../lib/session/own-path.ts';

export default function LoginPage() {
  const goOn = useGoOn();
  const callback = ownPath(useSearchParams()[0].get('callback_url'));
  return <LoginScreen callback={callback} onDone={() => goOn(callback ?? '/', { replace: true })} />;
}
