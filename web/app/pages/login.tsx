import { useNavigate, useSearchParams } from 'react-router';
import { LoginScreen } from '../../features/accounts/login-screen.tsx';
import { ownPath } from '../../lib/own-path.ts';

export default function LoginPage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  return (
    <LoginScreen
      onDone={() => void navigate(ownPath(params.get('callback_url')) ?? '/profile', { replace: true })}
    />
  );
}
