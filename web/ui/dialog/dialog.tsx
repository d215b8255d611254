import { Modal, type ModalProps } from './modal.tsx';

interface Props extends ModalProps {
  /** Shown while it is mounted, unless told. */
  opened?: boolean;
  /** What stands in it stays while it is not shown. */
  keepMounted?: boolean;
}

/** A dialog of a screen: `<Dialog title={t('title')} onClose={onClose}>`, its buttons last in `<div className="buttons">`. */
export function Dialog({ opened = true, keepMounted = false, ...props }: Props) {
  return (opened || keepMounted) && <Modal {...props} hidden={!opened} />;
}
