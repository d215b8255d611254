import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Tabs } from '../control/tabs/tabs.tsx';
import classes from './tabs-by-url.module.css';

export interface TabByUrl {
  /** The hash of the tab (§2, "Tabs of a page"). */
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
  const shown = useShownTab(current?.hash);
  if (!current) return null;
  return (
    <Tabs
      value={current.hash}
      onChange={(next) =>
        void navigate({ pathname, hash: next ?? '' }, { replace: true, preventScrollReset: true })
      }
      classNames={{ list: `${classes.list} fades off-paper`, tab: classes.tab!, panel: classes.panel! }}
    >
      <Tabs.List aria-label={label} ref={shown}>
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

/** Many tabs scroll sideways: the chosen one is brought into sight, without moving the page. */
function useShownTab(current: string | undefined) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // With the frame, which lays the page out anyway: read at once, it would be laid out an extra time.
    const frame = requestAnimationFrame(() => {
      const tab = list.current?.querySelector<HTMLElement>('[aria-selected=true]');
      if (!list.current || !tab) return;
      const { offsetLeft: start, offsetWidth: width } = tab;
      const { scrollLeft, clientWidth } = list.current;
      if (start < scrollLeft || start + width > scrollLeft + clientWidth)
        list.current.scrollLeft = start - (clientWidth - width) / 2;
    });
    return () => cancelAnimationFrame(frame);
  }, [current]);
  return list;
}

/** What belongs together among the tabs of a screen. */
export interface PlaceByUrl {
  label: string;
  /** Shown beside the label. */
  count?: number;
  tabs: readonly TabByUrl[];
}

/** Tabs in a few places: the hash of a tab opens its place, and a place its first tab. */
export function PlacesByUrl({ places, label }: { places: readonly PlaceByUrl[]; label: string }) {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const isHere = (tab: TabByUrl) => `#${tab.hash}` === hash;
  const place = places.find(({ tabs }) => tabs.some(isHere)) ?? places[0];
  const current = place?.tabs.find(isHere) ?? place?.tabs[0];
  const shown = useShownTab(place?.tabs[0]?.hash);
  const shownInside = useShownTab(current?.hash);
  if (!place || !current) return null;
  const go = (next: string | null) =>
    void navigate({ pathname, hash: next ?? '' }, { replace: true, preventScrollReset: true });
  const inside = place.tabs.length > 1 && (
    <Tabs
      value={current.hash}
      onChange={go}
      variant="none"
      classNames={{
        list: `${classes.inside} fades off-paper`,
        tab: `${classes.pill} lit picks`,
        panel: classes.panel!,
      }}
    >
      <Tabs.List aria-label={place.label} ref={shownInside}>
        {place.tabs.map((tab) => (
          <Tabs.Tab key={tab.hash} value={tab.hash}>
            {tab.label}
            {tab.count !== undefined && <span className={classes.count}>{tab.count}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {place.tabs.map((tab) => (
        <Tabs.Panel key={tab.hash} value={tab.hash}>
          {tab.content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
  return (
    <Tabs
      value={place.label}
      onChange={(next) => go(places.find((one) => one.label === next)?.tabs[0]?.hash ?? '')}
      classNames={{ list: `${classes.list} fades off-paper`, tab: classes.tab!, panel: classes.panel! }}
    >
      <Tabs.List aria-label={label} ref={shown}>
        {places.map((one) => (
          <Tabs.Tab key={one.label} value={one.label}>
            {one.label}
            {one.count !== undefined && <span className={classes.count}>{one.count}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={place.label}>{inside || current.content}</Tabs.Panel>
    </Tabs>
  );
}
