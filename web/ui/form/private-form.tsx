import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../control/button/button.tsx';
import type { Form } from '../../lib/form/use-form.ts';
import { AskBeforeLeaving } from '../dialog/ask-before-leaving.tsx';
import classes from './form.module.css';

interface Props<V extends object> {
  form: Form<V>;
  children: ReactNode;
  submitLabel: string;
  onCancel?: () => void;
  /** More buttons beside submit. */
  actions?: ReactNode;
  /** It is left without what is not saved. */
  onLeave?: () => void;
}

/**
 * A form of a private screen: fields, submit and cancel, and the question about unsaved changes (§2) when
 * the person leaves. Also inside dialogs.
 */
export function PrivateForm<V extends object>({
  form,
  children,
  submitLabel,
  onCancel,
  actions,
  onLeave,
}: Props<V>) {
  const t = useTranslations('common');
  return (
    <form className="stack gap-7 form-wide" onSubmit={(event) => form.submit(event)} noValidate>
      {children}
      <div className={`${classes.buttons} sticks buttons after-4 shares`}>
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
      <UnsavedChanges form={form} {...(onLeave && { onLeave })} />
    </form>
  );
}

/** The question about unsaved changes alone, for screens with a layout of their own. */
export function UnsavedChanges({
  form,
  onLeave,
}: {
  form: Pick<Form, 'dirty' | 'isSaved'>;
  onLeave?: () => void;
}) {
  const t = useTranslations('common');
  return (
    <AskBeforeLeaving
      when={form.dirty}
      isKept={() => form.isSaved()}
      {...(onLeave && { onLeave })}
      title={t('unsaved.title')}
      text={t('unsaved.text')}
      confirmLabel={t('unsaved.continue')}
    />
  );
}
