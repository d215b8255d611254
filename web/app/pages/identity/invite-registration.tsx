import { useSearchParams } from 'react-router';
import { InvitationNeeded } from '../../../features/identity/accounts/invitation/invitation-needed.tsx';
import FinishRegistrationPage from './finish-registration.tsx';

export default function InviteRegistrationPage() {
  return useSearchParams()[0].get('token') ? <FinishRegistrationPage /> : <InvitationNeeded />;
}
