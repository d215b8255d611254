import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import classes from './auth-frame.module.css';
import { WovenCloth } from './woven-cloth.tsx';

interface Props {
  title: string;
  text?: ReactNode;
  children: ReactNode;
  /** A line below the form, such as the way to another screen. */
  footer?: ReactNode;
}

/** The frame of the account screens: the form, and on a wide screen the cloth beside it. */
export function AuthFrame({ title, text, children, footer }: Props) {
  const t = useTranslations('accounts');
  return (
    <div className={classes.frame}>
      <div className={classes.card}>
        <h1 className={classes.title}>{title}</h1>
        {text && <p className={classes.text}>{text}</p>}
        <div className={classes.body}>{children}</div>
        {footer && <p className={classes.footer}>{footer}</p>}
      </div>
      <aside className={classes.aside}>
        <WovenCloth />
        <p className={classes.slogan}>{t('slogan')}</p>
        <p className={classes.sloganText}>{t('slogan_text')}</p>
      </aside>
    </div>
  );
}
