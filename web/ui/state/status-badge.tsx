import classes from './status-badge.module.css';

export type Tone = 'neutral' | 'good' | 'active' | 'warning' | 'bad';

/** A state in words with a dot of its tone; the words carry the meaning, not the colour. */
export function StatusBadge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <span className={classes.words}>{children}</span>
    </span>
  );
}
