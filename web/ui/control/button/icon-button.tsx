import type { ComponentPropsWithRef, CSSProperties, ElementType } from 'react';
import type { ButtonLook } from './button.tsx';
import classes from './icon-button.module.css';
import { Loader } from './loader.tsx';

interface Look extends Pick<ButtonLook, 'color' | 'loading' | 'disabled'> {
  variant?: 'subtle' | 'default';
  /** Pixels; a finger needs 44. */
  size?: number;
  /** What it does, in words. */
  'aria-label': string;
}

type Props<C extends ElementType> = Look & { component?: C } & Omit<
    ComponentPropsWithRef<C>,
    keyof Look | 'component'
  >;

/**
 * A button, or a link, that is an icon alone. One that cannot be pressed now, or works on it, keeps the focus, which
 * `disabled` would take from it: in the middle of moving something to the edge, say.
 */
export function IconButton<C extends ElementType = 'button'>({
  component,
  variant = 'subtle',
  color = 'petrol',
  size = 44,
  loading = false,
  disabled = false,
  className = '',
  children,
  ...rest
}: Props<C>) {
  const Element: ElementType = component ?? 'button';
  const isAtRest = disabled || loading;
  return (
    <Element
      {...(Element === 'button' && { type: 'button' })}
      {...rest}
      {...(isAtRest && { 'aria-disabled': true, onClick: undefined })}
      aria-busy={loading || undefined}
      className={`${classes.icon} sinks off-paper ${className}`}
      style={{ '--size': `${size / 16}rem` } as CSSProperties}
      data-variant={variant}
      data-color={color}
      data-loading={loading || undefined}
    >
      {loading ? <Loader size={size * 0.55} aria-hidden /> : children}
    </Element>
  );
}
