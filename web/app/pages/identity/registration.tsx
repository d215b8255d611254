import { useNavigate } from 'react-router';
import { useGoOn } from '../../../lib/api/go-on.tsx';
import { RegistrationScreen } from '../../../features/identity/accounts/registration/registration-screen.tsx';

export default function RegistrationPage() {
  const navigate = useNavigate();
  const goOn = useGoOn();
  return (
    <RegistrationScreen onDone={() => goOn('/', { replace: true })} onLogin={() => void navigate('/login')} />
  );
}
