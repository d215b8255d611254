import type { ReactNode } from 'react';
import type { Confirmed } from '../../features/service/privacy/confirmed.ts';
import {
  ConfirmationDeclined,
  PasswordConfirmation,
} from '../../features/identity/security/password-confirmation.tsx';
import { useConfirmedCall } from '../../features/identity/security/use-confirmed-action.ts';

const isDeclined = (error: unknown) => error instanceof ConfirmationDeclined;

interface Props {
  children: (confirmed: Confirmed) => ReactNode;
}

/** Asks for the password again for what another feature does with data. */
export function WithConfirmation({ children }: Props) {
  return (
    <PasswordConfirmation>
      <Inside>{children}</Inside>
    </PasswordConfirmation>
  );
}

function Inside({ children }: Props) {
  return children({ call: useConfirmedCall(), isDeclined });
}
