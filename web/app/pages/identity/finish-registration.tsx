import { useGoOn } from '../../../lib/api/go-on.tsx';
import { FinishScreen } from '../../../features/identity/accounts/invitation/finish-screen.tsx';

export default function FinishRegistrationPage() {
  const goOn = useGoOn();
  return <FinishScreen onDone={() => goOn('/', { replace: true })} />;
}
