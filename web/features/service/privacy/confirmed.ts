import type { call } from '../../../lib/api/api.ts';
import { errorOf, useErrorText } from '../../../lib/api/errors.ts';
import { showWarning } from '../../../lib/page/toasts.ts';

/** How calls are sent that ask for the password first, given by the page. */
export interface Confirmed {
  call: typeof call;
  /** Whether an error says only that the person did not confirm. */
  isDeclined: (error: unknown) => boolean;
}

/** The options of an action or a form whose call is confirmed. */
export function useConfirmedOptions({ call, isDeclined }: Confirmed) {
  const errorText = useErrorText();
  return {
    call,
    onError: (error: unknown) => {
      if (!isDeclined(error)) showWarning(errorText(errorOf(error)));
    },
  };
}
