import { type ComponentProps, type MouseEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import { putOnTop } from './top-layer.ts';

interface Props extends Omit<ComponentProps<'dialog'>, 'hidden' | 'onCancel' | 'onClose' | 'onMouseDown'> {
  /** Without it, it stays until what it asks for is done. */
  onClose?: (() => void) | undefined;
  /** Escape closes it, or what it holds has its own use for that key. */
  closeOnEscape?: boolean | undefined;
  /** So does a press beside it, on the dialog itself: a slip must not throw away what was typed. */
  closeOnClickOutside?: boolean | undefined;
  /** Out of sight, and kept as it is. */
  hidden?: boolean;
}

/**
 * The platform's own dialog, with a look of whoever shows it: the focus stays in it and goes back, what is below rests. Shown
 * while mounted; `[data-autofocus]` in it has the focus first. Everything that lies over a page is made of it.
 */
export function BareDialog(props: Props) {
  const { onClose, closeOnEscape = true, closeOnClickOutside = false, hidden = false, ...rest } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = useRef(false);
  useLayoutEffect(() => {
    if (hidden) return;
    const element = dialog.current!;
    element.showModal();
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    const takeAway = putOnTop(element);
    shown.current = true;
    return () => {
      shown.current = false;
      takeAway();
      element.close();
    };
  }, [hidden]);

  const closable = onClose !== undefined && closeOnEscape;
  const cancel = (event: SyntheticEvent) => {
    // A file that is not chosen after all says the same from inside.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    if (closable) onClose();
  };
  const closed = (event: SyntheticEvent<HTMLDialogElement>) => {
    const { target, currentTarget } = event;
    // Told late, also of what was closed from here.
    if (target !== currentTarget || currentTarget.open || !shown.current) return;
    // The browser closes it at a second Escape, whatever is said.
    if (closable) onClose();
    else currentTarget.showModal();
  };
  const press = ({ target, currentTarget }: MouseEvent) => {
    if (target === currentTarget && closeOnClickOutside) onClose?.();
  };
  return (
    // The keyboard has Escape for it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog {...rest} ref={dialog} onCancel={cancel} onClose={closed} onMouseDown={press} />
  );
}
