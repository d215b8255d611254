import type { ReactNode } from 'react';
import { LockedLoom } from '../brand/loom.tsx';
import classes from './states.module.css';

interface Props {
  title: string;
  /** Why, and what would open it; one paragraph each. */
  texts: readonly string[];
  action: ReactNode;
}

/** In place of a screen that is closed to the person for now. */
export function ClosedState({ title, texts, action }: Props) {
  return (
    <div className={classes.state}>
      <LockedLoom />
      <h1 tabIndex={-1} className={`${classes.title} ${classes.closed} unless-first`}>
        {title}
      </h1>
      {texts.map((text) => (
        <p key={text} className={classes.text}>
          {text}
        </p>
      ))}
      <div className={classes.action}>{action}</div>
    </div>
  );
}
