import type { ReactNode } from 'react';
import classes from './matter.module.css';

interface Props {
  icon: ReactNode;
  title: string;
  text: ReactNode;
  action: ReactNode;
}

/** One thing that can be done with data: what it is, and its button. */
export function Matter({ icon, title, text, action }: Props) {
  return (
    <div className={classes.matter}>
      <span className={classes.icon}>{icon}</span>
      <div className={classes.words}>
        <h3 className={classes.title}>{title}</h3>
        <div className={classes.text}>{text}</div>
      </div>
      <div className={classes.action}>{action}</div>
    </div>
  );
}
