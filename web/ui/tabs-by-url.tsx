import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import classes from './tabs-by-url.module.css';

export interface TabByUrl {
  /** The hash of the tab (§2, "Named detail targets and their hashes"). */
  hash: string;
  label: string;
  /** Shown beside the label. */
  count?: number;
  content: ReactNode;
}

/** Tabs whose choice is the hash of the address; an unknown hash shows the first one. A list's query is dropped on change. */
export function TabsByUrl({ tabs, label }: { tabs: readonly TabByUrl[]; label: string }) {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const current = tabs.find((tab) => `#${tab.hash}` === hash) ?? tabs[0];
  if (!current) return null;
  return (
    <Tabs
      value={current.hash}
      onChange={(next) =>
        void navigate({ pathname, hash: next ?? '' }, { replace: true, preventScrollReset: true })
      }
      keepMounted={false}
      classNames={{ list: classes.list!, tab: classes.tab!, panel: classes.panel! }}
    >
      <Tabs.List aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.hash} value={tab.hash}>
            {tab.label}
            {tab.count !== undefined && <span className={classes.count}>{tab.count}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.hash} value={tab.hash}>
          {tab.content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
