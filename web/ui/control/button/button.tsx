import type { ComponentPropsWithRef, ElementType, MouseEvent, ReactNode } from 'react';
import classes from './button.module.css';
import { Loader } from './loader.tsx';

export interface ButtonLook {
  /** `filled` unless told: the one thing that a screen is about. */
  variant?: 'filled' | 'default' | 'subtle' | 'outline';
  color?: 'petrol' | 'brick' | 'gray';
  size?: 'sm' | 'md' | 'lg' | 'compact-sm' | 'compact-md';
  /** It works on it: no press counts, and it keeps its width. */
  loading?: boolean;
  disabled?: boolean;
  leftSection?: ReactNode;
  rightSection?: ReactNode;
  fullWidth?: boolean;
}

/** Whatever draws it takes what that takes, such as `to` of a link. */
export type ButtonProps<C extends ElementType = 'button'> = ButtonLook & { component?: C } & Omit<
    ComponentPropsWithRef<C>,
    keyof ButtonLook | 'component'
  >;

/** The second press of a double click sends nothing, also when the first one was answered in between. */
function onceOnly(event: MouseEvent<HTMLElement>): void {
  const { currentTarget } = event;
  if (event.detail > 1 && currentTarget instanceof HTMLButtonElement && currentTarget.type === 'submit')
    event.preventDefault();
}

/** A button, or a link that looks like one: `<Button component={Link} to="/course">`. */
export function Button<C extends ElementType = 'button'>({
  component,
  variant = 'filled',
  color = 'petrol',
  size = 'md',
  loading = false,
  disabled = false,
  leftSection,
  rightSection,
  fullWidth = false,
  className = '',
  children,
  ...rest
}: ButtonProps<C>) {
  const Element: ElementType = component ?? 'button';
  return (
    <Element
      {...(Element === 'button' && { type: 'button', disabled: disabled || loading })}
      onClickCapture={onceOnly}
      {...rest}
      className={`${classes.button} sinks off-paper ${className}`}
      data-variant={variant}
      data-color={color}
      data-size={size}
      data-loading={loading || undefined}
      data-disabled={disabled || undefined}
      data-block={fullWidth || undefined}
      data-left={Boolean(leftSection) || undefined}
      data-right={Boolean(rightSection) || undefined}
    >
      {loading && <Loader className={classes.loader} aria-hidden />}
      <span className={classes.inner}>
        {leftSection && (
          <span className={`${classes.section} row`} data-position="left">
            {leftSection}
          </span>
        )}
        <span className={classes.label} data-label>
          {children}
        </span>
        {rightSection && (
          <span className={`${classes.section} row`} data-position="right">
            {rightSection}
          </span>
        )}
      </span>
    </Element>
  );
}
