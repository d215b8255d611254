import { useNavigate, useSearchParams } from 'react-router';
import { LoginScreen } from '../../../features/identity/accounts/sign-in/login-screen.tsx';
import { ownPath } from '../../../lib/session/own-path.ts';

export default function LoginPage() {
  const navigate = useNavigate();
  const callback = ownPath(useSearchParams()[0].get('callback_url'));
  return <LoginScreen callback={callback} onDone={() => void navigate(callback ?? '/', { replace: true })} />;
}
