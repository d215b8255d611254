import type { ReactNode } from 'react';
import classes from './lone-screen.module.css';

interface Props {
  picture: ReactNode;
  title: string;
  text: string;
  /** In place of the whole page, and said at once. */
  whole?: boolean;
  children: ReactNode;
}

/** A screen on which there is nothing but a picture, what has happened, and where to go from here. */
export function LoneScreen({ picture, title, text, whole = false, children }: Props) {
  const Element = whole ? 'main' : 'div';
  return (
    <Element className={classes.screen}>
      {picture}
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text} role={whole ? 'alert' : undefined}>
        {text}
      </p>
      {children}
    </Element>
  );
}
