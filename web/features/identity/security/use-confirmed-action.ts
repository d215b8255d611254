import { call } from '../../../lib/api/api.ts';
import type { AnyEndpoint } from '../../../lib/api/api.ts';
import { codeOf, errorOf, useErrorText } from '../../../lib/api/errors.ts';
import { showWarning } from '../../../lib/page/toasts.ts';
import { type ActionOptions, useAction } from '../../../lib/api/use-action.ts';
import { ConfirmationDeclined, usePasswordConfirmation } from './password-confirmation.tsx';

/**
 * `call` for what protects the account: when the password was entered too long ago it is asked for, and the call sent
 * again. Rejects with `ConfirmationDeclined` when the person declines.
 */
export function useConfirmedCall(): typeof call {
  const confirm = usePasswordConfirmation();
  return async (endpoint, input) => {
    try {
      return await call(endpoint, input);
    } catch (error) {
      if (codeOf(error) !== 'password_confirmation_required') throw error;
      await confirm();
      return call(endpoint, input);
    }
  };
}

/** `useAction` for what protects the account. */
export function useConfirmedAction<E extends AnyEndpoint>(endpoint: E, options: ActionOptions<E> = {}) {
  const errorText = useErrorText();
  return useAction(endpoint, {
    ...options,
    call: useConfirmedCall(),
    onError: (error) => {
      if (error instanceof ConfirmationDeclined) return;
      if (options.onError) options.onError(error);
      else showWarning(errorText(errorOf(error)));
    },
  });
}
