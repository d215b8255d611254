import type { ResponseOf } from '#contract/platform';
import { useRef, useState } from 'react';
import { showWarning } from '../page/toasts.ts';
import { type AnyEndpoint, call, type CallInput } from './api.ts';
import { errorOf, useErrorText } from './errors.ts';
import { idempotencyKeys } from './idempotency.ts';

export interface ActionOptions<E extends AnyEndpoint> {
  onDone?: (response: ResponseOf<E>) => void;
  onError?: (error: unknown) => void;
  /** Sends it in place of `call`. */
  call?: typeof call;
}

/**
 * A write started by a button: never twice at once, with an idempotency key where the endpoint takes one,
 * its failure shown in the warning popup.
 * @example const remove = useAction(deleteGroup, { onDone: () => navigate('/group') });
 *          <Button loading={remove.busy} onClick={() => remove.run({ params: { id } })} />
 */
export function useAction<E extends AnyEndpoint>(endpoint: E, options: ActionOptions<E> = {}) {
  const errorText = useErrorText();
  const running = useRef(false);
  const [keys] = useState(idempotencyKeys);
  const [busy, setBusy] = useState(false);

  /** What it answered, or undefined when it failed or runs already. */
  async function run(input: CallInput<E>): Promise<ResponseOf<E> | undefined> {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    try {
      const key = endpoint.idempotent ? keys.keyFor(input) : undefined;
      const response = await (options.call ?? call)(endpoint, {
        ...input,
        ...(key && { idempotencyKey: key }),
      });
      keys.done();
      options.onDone?.(response);
      return response;
    } catch (error) {
      if (options.onError) options.onError(error);
      else showWarning(errorText(errorOf(error)));
      return undefined;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  return { run, busy };
}
