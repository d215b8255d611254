import { useNavigate } from 'react-router';
import { ResetScreen } from '../../../features/identity/accounts/recovery/reset-screen.tsx';

export default function PasswordResetPage() {
  const navigate = useNavigate();
  return <ResetScreen onDone={() => void navigate('/', { replace: true })} />;
}
