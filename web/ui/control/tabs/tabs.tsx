import {
  type ComponentPropsWithRef,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useId,
} from 'react';
import classes from './tabs.module.css';

interface Shown {
  id: string;
  value: string;
  onChange: (value: string) => void;
  className: { tab?: string | undefined; panel?: string | undefined; list?: string | undefined };
  bare: boolean;
}

const TabsContext = createContext<Shown | null>(null);

interface Props {
  value: string;
  onChange: (value: string) => void;
  /** `none`: drawn by the classes alone. */
  variant?: 'default' | 'none';
  classNames?: Shown['className'];
  children: ReactNode;
}

function TabsItself({ value, onChange, variant = 'default', classNames = {}, children }: Props) {
  const id = useId();
  return (
    <TabsContext value={{ id, value, onChange, className: classNames, bare: variant === 'none' }}>
      <div>{children}</div>
    </TabsContext>
  );
}

const tabsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[role=tab]')];

/** Arrow keys lead along the tabs, and show them. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const tabs = tabsOf(event.currentTarget);
  const at = tabs.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  const tab = tabs.at(to % tabs.length)!;
  tab.focus();
  tab.click();
}

function List({ className, ...rest }: ComponentPropsWithRef<'div'>) {
  const { className: own, bare } = use(TabsContext)!;
  return (
    // The tabs in it take the focus.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      {...rest}
      role="tablist"
      className={`${bare ? '' : 'beside'} ${own.list ?? ''} ${className ?? ''}`}
      onKeyDown={walk}
    />
  );
}

function Tab({ value, children }: { value: string; children: ReactNode }) {
  const { id, value: shown, onChange, className, bare } = use(TabsContext)!;
  const active = value === shown;
  return (
    <button
      type="button"
      role="tab"
      id={`${id}-tab-${value}`}
      aria-selected={active}
      aria-controls={`${id}-panel-${value}`}
      tabIndex={active ? 0 : -1}
      data-active={active || undefined}
      className={`${classes.tab} sinks ${bare ? '' : classes.lined} ${className.tab ?? ''}`}
      onClick={() => onChange(value)}
    >
      {children}
    </button>
  );
}

/** Mounted while its tab is the chosen one. */
function Panel({ value, children }: { value: string; children: ReactNode }) {
  const { id, value: shown, className } = use(TabsContext)!;
  return (
    value === shown && (
      <div
        role="tabpanel"
        id={`${id}-panel-${value}`}
        aria-labelledby={`${id}-tab-${value}`}
        className={className.panel}
      >
        {children}
      </div>
    )
  );
}

/** Parts of a screen of which one is shown. */
export const Tabs = Object.assign(TabsItself, { List, Tab, Panel });
