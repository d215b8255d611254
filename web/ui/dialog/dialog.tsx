import { Modal, type ModalProps } from '@mantine/core';
import { useTranslations } from 'use-intl';

interface Props extends Omit<ModalProps, 'opened'> {
  /** Shown while it is mounted, unless told. */
  opened?: boolean;
}

/** A dialog of a screen: `<Dialog title={t('title')} onClose={onClose}>`, its buttons last in `<div className="buttons">`. */
export function Dialog({ opened = true, ...props }: Props) {
  const t = useTranslations('common');
  return <Modal opened={opened} closeButtonProps={{ 'aria-label': t('close') }} {...props} />;
}
