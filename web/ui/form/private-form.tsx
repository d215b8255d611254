import { type ReactNode, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../control/button/button.tsx';
import type { Form } from '../../lib/form/use-form.ts';
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx';
import classes from './form.module.css';

interface Props<V extends object> {
  form: Form<V>;
  children: ReactNode;
  submitLabel: string;
  onCancel?: () => void;
  /** More buttons beside submit. */
  actions?: ReactNode;
}

/**
 * A form of a private screen: fields, submit and cancel, and the question about unsaved changes (§2) when
 * the person leaves. Also inside dialogs.
 */
export function PrivateForm<V extends object>({ form, children, submitLabel, onCancel, actions }: Props<V>) {
  const t = useTranslations('common');
  return (
    <form className="stack gap-7 clear-of-bars form-wide" onSubmit={(event) => form.submit(event)} noValidate>
      {children}
      <div className={`${classes.buttons} buttons after-4 shares`}>
        {actions}
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
        <Button type="submit" loading={form.busy}>
          {submitLabel}
        </Button>
      </div>
      <UnsavedChanges form={form} />
    </form>
  );
}

/** The question about unsaved changes alone, for screens with a layout of their own. */
export function UnsavedChanges({ form }: { form: Pick<Form, 'dirty' | 'isSaved'> }) {
  const t = useTranslations('common');
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      form.dirty && !form.isSaved() && placeOf(currentLocation) !== placeOf(nextLocation),
  );

  useEffect(() => {
    if (!form.dirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!form.isSaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [form]);

  return (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      title={t('unsaved.title')}
      text={t('unsaved.text')}
      confirmLabel={t('unsaved.continue')}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}

// A tab is a hash, and leaving it takes its form away as another page does.
const placeOf = ({ pathname, hash }: { pathname: string; hash: string }) => pathname + hash;
