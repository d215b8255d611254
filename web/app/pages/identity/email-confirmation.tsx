import { useGoOn } from '../../../lib/api/go-on.tsx';
import { ConfirmationScreen } from '../../../features/identity/accounts/registration/confirmation-screen.tsx';

export default function EmailConfirmationPage() {
  const goOn = useGoOn();
  return <ConfirmationScreen onDone={() => goOn('/', { replace: true })} />;
}
