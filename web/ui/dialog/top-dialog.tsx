import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { putOnTop } from './top-dialogs.ts';

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
  useEffect(() => putOnTop(closable ? close : undefined), [closable]);

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
