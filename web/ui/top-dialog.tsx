import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';

const opened: { close: (() => void) | undefined }[] = [];

// Listens before any dialog below it can: Escape belongs to the topmost one alone.
window.addEventListener(
  'keydown',
  (event) => {
    const top = opened.at(-1);
    if (event.key !== 'Escape' || event.isComposing || !top) return;
    event.stopImmediatePropagation();
    top.close?.();
  },
  { capture: true },
);

interface Props {
  title: string;
  /** Without it, the dialog stays until what it asks for is done. */
  onClose?: () => void;
  children: ReactNode;
}

/** A dialog over whatever is open, which stays as it is below: a form, another dialog. Shown while mounted. */
export function TopDialog({ title, onClose, children }: Props) {
  const t = useTranslations('common');
  const close = useEffectEvent(() => onClose?.());
  const closable = onClose !== undefined;
  useEffect(() => {
    const entry = { close: closable ? close : undefined };
    opened.push(entry);
    return () => void opened.splice(opened.indexOf(entry), 1);
  }, [closable]);

  return (
    <Modal
      opened
      onClose={() => onClose?.()}
      title={title}
      zIndex={300}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={closable}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
    </Modal>
  );
}
