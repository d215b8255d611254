import type { BodyInputOf, ParamsOf } from '#contract/platform';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import type { AnyEndpoint } from '../../../lib/api/api.ts';
import { type Form, useForm } from '../../../lib/form/use-form.ts';
import type { Confirmed } from './confirmed.ts';

interface Props<E extends AnyEndpoint> {
  endpoint: E;
  params?: ParamsOf<E>;
  initial: BodyInputOf<E> & object;
  confirmed: Confirmed;
  submitLabel: string;
  onCancel: () => void;
  onDone: () => void;
  children: (form: Form<BodyInputOf<E> & object>) => ReactNode;
}

/** A word that has to be typed before something irreversible is done; the password is asked for when it was long ago. */
export function TypedConfirmation<E extends AnyEndpoint>(props: Props<E>) {
  const t = useTranslations('common');
  const { endpoint, params, initial, confirmed } = props;
  const form = useForm<E, BodyInputOf<E> & object>({
    endpoint,
    ...(params !== undefined && { params }),
    initial,
    // Nothing is read again for somebody who may be gone.
    call: (each, input) => confirmed.call(each, { ...input, quiet: true }),
    onDone: props.onDone,
    onError: confirmed.isDeclined,
  });
  return (
    <form noValidate onSubmit={(event) => form.submit(event)}>
      {props.children(form)}
      <div className="buttons after-8 shares">
        <Button variant="default" onClick={props.onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" color="brick" loading={form.busy}>
          {props.submitLabel}
        </Button>
      </div>
    </form>
  );
}
