import { IconCheck } from '@tabler/icons-react';
import type { DragEvent, ReactNode } from 'react';
import classes from './stage.module.css';

interface Props {
  number: number;
  done?: boolean;
  title: ReactNode;
  tools?: ReactNode;
  /** Something is held over it. */
  over?: boolean;
  onDragOver?: (event: DragEvent) => void;
  onDrop?: (event: DragEvent) => void;
  children: ReactNode;
}

/** A stage on the thread that runs through the timeline. */
export function Stage({ number, done, title, tools, over, onDragOver, onDrop, children }: Props) {
  return (
    // Dropping is one way; the menu of an item does the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={`${classes.stage} narrow-one`}
      data-done={done || undefined}
      data-over={over || undefined}
      onDragOver={onDragOver}
      onDrop={onDrop}
    >
      <span className={classes.knot} aria-hidden>
        {done ? <IconCheck size={18} /> : number}
      </span>
      <div className={classes.body}>
        <div className={`${classes.head} wraps`}>
          {title}
          {tools && <div className="tools at-end">{tools}</div>}
        </div>
        {children}
      </div>
    </li>
  );
}
