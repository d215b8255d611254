import type { ReactNode } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  title?: string;
  actions?: ReactNode;
  /** As wide as a form reads well. */
  narrow?: boolean;
  children: ReactNode;
}

/** A thing on a surface of its own, with an optional heading. */
export function Panel(props: PanelProps) {
  return <Part className={classes.panel} {...props} />;
}

/** A part of the page that is no thing of its own: a heading and a line set it apart. */
export function Section(props: PanelProps) {
  return <Part className={classes.section} {...props} />;
}

function Part({
  className,
  title,
  actions,
  narrow,
  children,
}: PanelProps & { className: string | undefined }) {
  return (
    <section className={`${className} apart ${narrow ? 'form-wide' : ''}`}>
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

interface FactsProps {
  facts: readonly (readonly [label: string, value: ReactNode])[];
  /** Figures, of which more fit side by side, on a phone too. */
  short?: boolean;
}

/** Labels and values; empty values are left out. */
export function Facts({ facts, short = false }: FactsProps) {
  return (
    <dl className={classes.facts} data-short={short || undefined}>
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
