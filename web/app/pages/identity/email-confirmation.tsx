import { useNavigate } from 'react-router';
import { ConfirmationScreen } from '../../../features/identity/accounts/registration/confirmation-screen.tsx';

export default function EmailConfirmationPage() {
  const navigate = useNavigate();
  return <ConfirmationScreen onDone={() => void navigate('/', { replace: true })} />;
}
