import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import classes from './link-card.module.css';

/** A card of a list that opens what it shows: its `CardName` covers it. */
export function LinkCard({ className, ...props }: ComponentProps<'li'>) {
  return <li {...props} className={`${classes.card} ringed ${className}`} />;
}

export function CardName({ to, children }: { to: string; children: string }) {
  return (
    <h2 className={classes.name}>
      <Link to={to} className={`${classes.link} unlinked covering`}>
        {children}
      </Link>
    </h2>
  );
}
