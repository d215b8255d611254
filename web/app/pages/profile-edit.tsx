import { ProfileForm } from '../../features/profile/profile-form.tsx';
import {
  ConfirmationDeclined,
  PasswordConfirmation,
} from '../../features/security/password-confirmation.tsx';
import { useConfirmedCall } from '../../features/security/use-confirmed-action.ts';

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
