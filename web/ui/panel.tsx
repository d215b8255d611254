import type { ReactNode } from 'react';
import classes from './panel.module.css';

/** A surface on the page, with an optional heading. */
export function Panel({ title, actions, children }: { title?: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.panel}>
      {(title || actions) && (
        <div className={classes.head}>
          {title && <h2 className={classes.title}>{title}</h2>}
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}

/** Labels and values; empty values are left out. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([label, value]) => (
          <div key={label} className={classes.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
