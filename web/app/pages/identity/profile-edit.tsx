import { ProfileForm } from '../../../features/identity/profile/profile-form.tsx';
import {
  ConfirmationDeclined,
  PasswordConfirmation,
} from '../../../features/identity/security/password-confirmation.tsx';
import { useConfirmedCall } from '../../../features/identity/security/use-confirmed-action.ts';

export default function ProfileEditPage() {
  return (
    <PasswordConfirmation>
      <Confirmed />
    </PasswordConfirmation>
  );
}

function Confirmed() {
  const send = useConfirmedCall();
  return <ProfileForm send={send} isDeclined={(error) => error instanceof ConfirmationDeclined} />;
}
