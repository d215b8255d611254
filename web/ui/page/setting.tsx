import type { ReactNode } from 'react';
import classes from './setting.module.css';

interface Props {
  icon: ReactNode;
  title: ReactNode;
  /** Beside the title: a status. */
  badge?: ReactNode;
  text?: ReactNode;
  actions?: ReactNode;
  /** What belongs to it, below. */
  children?: ReactNode;
}

/** One thing of the person or the company: what it is, how it stands, and what can be done about it. */
export function Setting({ icon, title, badge, text, actions, children }: Props) {
  return (
    <div className={classes.setting}>
      <span className={classes.icon}>{icon}</span>
      <div>
        <h3 className={classes.title}>
          {title}
          {badge}
        </h3>
        {text && <div className={classes.text}>{text}</div>}
      </div>
      {actions && <div className={`${classes.actions} narrow-whole shares`}>{actions}</div>}
      {children && <div className={`${classes.more} narrow-whole`}>{children}</div>}
    </div>
  );
}

/** Settings below each other. */
export function Settings({ children }: { children: ReactNode }) {
  return <div className={classes.settings}>{children}</div>;
}
