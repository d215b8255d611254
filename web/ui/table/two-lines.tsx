import type { ReactNode } from 'react';
import classes from './two-lines.module.css';

interface Props {
  children: ReactNode;
  /** Small words below; without them the first line may take both. */
  note?: string | null | false | undefined;
}

/** What a cell says, and one line of small words below it. In a column of names the small words are cut to the room there is. */
export function TwoLines({ children, note }: Props) {
  return (
    <span className="words">
      <span className={classes.first} title={note && typeof children === 'string' ? children : undefined}>
        {children}
      </span>
      {note && (
        <span className={`${classes.note} fine regular`} title={note}>
          {note}
        </span>
      )}
    </span>
  );
}
