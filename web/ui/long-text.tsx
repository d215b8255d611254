import { Tooltip } from '@mantine/core';
import classes from './long-text.module.css';

/** §9: text of 30 characters or more, cut to one line, shows whole in a tooltip at most 320 px wide. */
export function LongText({ children }: { children: string }) {
  if (children.length < 30) return <span>{children}</span>;
  return (
    <Tooltip
      label={children}
      multiline
      maw={320}
      openDelay={300}
      events={{ hover: true, focus: true, touch: true }}
    >
      <span className={classes.cut}>{children}</span>
    </Tooltip>
  );
}
