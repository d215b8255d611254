import { Modal, type ModalProps } from './modal.tsx';

interface Props extends Omit<ModalProps, 'side' | 'closeOnClickOutside'> {
  position: 'left' | 'right' | 'bottom';
}

/** A part of the screen that comes from an edge, and goes at a press beside it. */
export function Drawer({ position, ...props }: Props) {
  return <Modal {...props} side={position} closeOnClickOutside />;
}
