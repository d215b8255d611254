import { useGoOn } from '../../../lib/api/go-on.tsx';
import { ResetScreen } from '../../../features/identity/accounts/recovery/reset-screen.tsx';

export default function PasswordResetPage() {
  const goOn = useGoOn();
  return <ResetScreen onDone={() => goOn('/', { replace: true })} />;
}
