import { useNavigate } from 'react-router';
import { FinishScreen } from '../../../features/identity/accounts/invitation/finish-screen.tsx';

export default function FinishRegistrationPage() {
  const navigate = useNavigate();
  return <FinishScreen onDone={() => void navigate('/', { replace: true })} />;
}
