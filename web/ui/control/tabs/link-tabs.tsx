import { Link, type To } from 'react-router';
import classes from './link-tabs.module.css';

interface Props {
  label: string;
  tabs: readonly { key: string; to: To; label: string; count?: number | undefined }[];
  current: string;
}

/** Tabs that are addresses: each can be opened, shared and gone back to. */
export function LinkTabs({ label, tabs, current }: Props) {
  return (
    <nav className={`${classes.tabs} fades`} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.key}
          to={tab.to}
          className={`${classes.tab} lit-word ring-in`}
          aria-current={tab.key === current ? 'page' : undefined}
          preventScrollReset
        >
          {tab.label}
          {tab.count !== undefined && <span className={classes.count}>{tab.count}</span>}
        </Link>
      ))}
    </nav>
  );
}
