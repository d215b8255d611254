import type { ReactNode } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  title?: string;
  actions?: ReactNode;
  /** As wide as a form reads well. */
  narrow?: boolean;
  children: ReactNode;
}

/** A surface on the page, with an optional heading. */
export function Panel({ title, actions, narrow, children }: PanelProps) {
  return (
    <section className={`${classes.panel} apart ${narrow ? 'form-wide' : ''}`}>
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
