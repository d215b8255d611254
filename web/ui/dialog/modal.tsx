import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { putOnTop } from './top-layer.ts';
import { CloseButton } from '../control/button/close-button.tsx';
import classes from './modal.module.css';

export interface ModalProps {
  /** Without it, it stays until what it asks for is done. */
  onClose?: (() => void) | undefined;
  title?: ReactNode;
  /** Its name, where no title is shown: then it has no head at all. */
  'aria-label'?: string;
  /** How wide it may become; a number is pixels. */
  size?: 'sm' | 'md' | 'lg' | (string & {}) | number;
  /** In the middle, or along an edge, as high or as wide as the window. */
  side?: 'middle' | 'top' | 'left' | 'right' | 'bottom' | 'whole';
  /** Escape closes it, or what it holds has its own use for that key. */
  closeOnEscape?: boolean;
  /** So does a press beside it: a slip must not throw away what was typed. */
  closeOnClickOutside?: boolean;
  /** Out of sight, and kept as it is. */
  hidden?: boolean;
  classNames?: { inner?: string; content?: string; header?: string; body?: string };
  children: ReactNode;
}

const WIDTHS: Record<string, string> = { sm: '23.75rem', md: '27.5rem', lg: '38.75rem' };

/** The platform's own dialog: the focus stays in it and goes back, what is below rests. Shown while mounted. */
export function Modal({ hidden, ...props }: ModalProps) {
  return createPortal(<Shown {...props} hidden={hidden} />, document.body);
}

function Shown(props: ModalProps) {
  const { title, onClose, size = 'md', side = 'middle', hidden = false, classNames = {}, children } = props;
  const t = useTranslations('common');
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = useShown(dialog, hidden);

  const closable = onClose !== undefined && props.closeOnEscape !== false;
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
    if (target === currentTarget && props.closeOnClickOutside) onClose?.();
  };

  return (
    // The keyboard has Escape for it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className={`${classes.over} ${classNames.inner ?? ''}`}
      {...(title ? { 'aria-labelledby': `${id}-title` } : { 'aria-label': props['aria-label'] })}
      data-side={side}
      onCancel={cancel}
      onClose={closed}
      onMouseDown={press}
    >
      <section
        className={`${classes.content} ${classNames.content ?? ''}`}
        style={
          { '--size': WIDTHS[size] ?? (typeof size === 'number' ? `${size / 16}rem` : size) } as CSSProperties
        }
      >
        {title && (
          <header className={`${classes.head} ${classNames.header ?? ''}`}>
            <h2 id={`${id}-title`} className={classes.title}>
              {title}
            </h2>
            {onClose && <CloseButton aria-label={t('close')} onClick={onClose} />}
          </header>
        )}
        {title ? <div className={`${classes.body} ${classNames.body ?? ''}`}>{children}</div> : children}
      </section>
    </dialog>
  );
}

function useShown(dialog: RefObject<HTMLDialogElement | null>, hidden: boolean): RefObject<boolean> {
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
  }, [dialog, hidden]);
  return shown;
}
