import { useNavigate } from 'react-router';
import { RegistrationScreen } from '../../../features/identity/accounts/registration/registration-screen.tsx';

export default function RegistrationPage() {
  const navigate = useNavigate();
  return (
    <RegistrationScreen
      onDone={() => void navigate('/', { replace: true })}
      onLogin={() => void navigate('/login')}
    />
  );
}
