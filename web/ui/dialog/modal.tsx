import { type CSSProperties, type ReactNode, useId } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { CloseButton } from '../control/button/close-button.tsx';
import { BareDialog } from './bare-dialog.tsx';
import classes from './modal.module.css';

export interface ModalProps {
  /** Without it, it stays until what it asks for is done. */
  onClose?: (() => void) | undefined;
  title?: ReactNode;
  /** Its name, where no title is shown: then it has no head at all. */
  'aria-label'?: string;
  /** What is read with its name: what it asks about. */
  'aria-describedby'?: string;
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

/** A dialog with a head and a surface of its own. Shown while mounted. */
export function Modal({ hidden, ...props }: ModalProps) {
  return createPortal(<Shown {...props} hidden={hidden} />, document.body);
}

function Shown(props: ModalProps) {
  const { title, onClose, size = 'md', side = 'middle', hidden = false, classNames = {}, children } = props;
  const t = useTranslations('common');
  const id = useId();
  return (
    <BareDialog
      className={`${classes.over} ${classNames.inner ?? ''}`}
      {...(title ? { 'aria-labelledby': `${id}-title` } : { 'aria-label': props['aria-label'] })}
      aria-describedby={props['aria-describedby']}
      data-side={side}
      hidden={hidden}
      onClose={onClose}
      closeOnEscape={props.closeOnEscape}
      closeOnClickOutside={props.closeOnClickOutside}
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
    </BareDialog>
  );
}
