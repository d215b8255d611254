import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import classes from './auth-frame.module.css';
import { WovenCloth } from './woven-cloth.tsx';

interface Props {
  title: string;
  text?: ReactNode;
  children: ReactNode;
  /** A line below the form, such as the way to another screen. */
  footer?: ReactNode;
  /** Came in place of another screen by an action there, so that the focus goes to its title. */
  focused?: boolean;
}

/** The frame of the account screens: the form, and on a wide screen the cloth beside it. */
export function AuthFrame({ title, text, children, footer, focused = false }: Props) {
  const t = useTranslations('accounts');
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(focused ? null : title);

  // What was pressed is gone with its step; without this the focus would start again at the top of the page.
  useEffect(() => {
    if (shown.current === title) return;
    shown.current = title;
    if (document.activeElement === document.body) heading.current?.focus();
  }, [title]);

  return (
    <div className={classes.frame}>
      <div className={classes.card}>
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          {title}
        </h1>
        {text && <p className="dim flush after-4">{text}</p>}
        <div className={classes.body}>{children}</div>
        {footer && <p className="dim flush after-8">{footer}</p>}
      </div>
      <aside className={`${classes.aside} needs-room`}>
        <WovenCloth />
        <p className={classes.slogan}>{t('slogan')}</p>
        <p className={classes.sloganText}>{t('slogan_text')}</p>
      </aside>
    </div>
  );
}
