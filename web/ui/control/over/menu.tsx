import {
  cloneElement,
  type ComponentPropsWithRef,
  createContext,
  type ElementType,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  use,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import classes from './menu.module.css';
import { keepBeside, type Position } from './place.ts';

interface Opened {
  id: string;
  opened: boolean;
  position: Position;
  target: HTMLElement | null;
  setTarget: (target: HTMLElement | null) => void;
  /** By a key, which leads into it. */
  byKey: boolean;
  open: (byKey: boolean) => void;
  close: () => void;
}

const MenuContext = createContext<Opened | null>(null);

interface Props {
  position?: Position;
  defaultOpened?: boolean;
  /** A `Menu.Target` and a `Menu.Dropdown`. */
  children: ReactNode;
}

function MenuItself({ position = 'bottom-start', defaultOpened = false, children }: Props) {
  const id = useId();
  const [opened, setOpened] = useState(defaultOpened);
  const [byKey, setByKey] = useState(false);
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const open = (key: boolean) => {
    setByKey(key);
    setOpened(true);
  };
  const close = () => setOpened(false);
  return (
    <MenuContext value={{ id, opened, position, target, setTarget, byKey, open, close }}>
      {children}
    </MenuContext>
  );
}

// oxlint-disable-next-line typescript/no-explicit-any
function Target({ children }: { children: ReactElement<any> }) {
  const { id, opened, setTarget, open, close } = use(MenuContext)!;
  // A press beside it closes it, this one too.
  const [wasOpen, setWasOpen] = useState(false);
  return cloneElement(children, {
    ref: setTarget,
    id,
    'aria-haspopup': 'menu',
    'aria-expanded': opened,
    'aria-controls': opened ? `${id}-menu` : undefined,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      setWasOpen(opened);
      children.props.onPointerDown?.(event);
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      children.props.onClick?.(event);
      const isKey = event.detail === 0;
      if (isKey ? opened : wasOpen) close();
      else open(isKey);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key !== 'ArrowDown' || opened) return;
      event.preventDefault();
      open(true);
    },
  });
}

const itemsOf = (menu: HTMLElement) => [
  ...menu.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled, [aria-disabled=true])'),
];

function Dropdown({ className = '', children }: { className?: string | undefined; children: ReactNode }) {
  const { opened } = use(MenuContext)!;
  return opened && <Panel className={className}>{children}</Panel>;
}

/** The platform's own popover: Escape and a press beside it close it, and the focus goes back. */
function Panel({ className, children }: { className: string; children: ReactNode }) {
  const { id, position, target, byKey, close } = use(MenuContext)!;
  const panel = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = panel.current!;
    if (!target) return;
    element.showPopover();
    const end = keepBeside(element, target, position);
    ((byKey ? itemsOf(element)[0] : undefined) ?? element).focus({ preventScroll: true });
    return () => {
      end();
      if (element.matches(':popover-open')) element.hidePopover();
    };
  }, [position, target, byKey]);

  function walk(event: KeyboardEvent<HTMLDivElement>): void {
    if (event.key === 'Tab') return event.currentTarget.hidePopover();
    const items = itemsOf(event.currentTarget);
    const at = items.indexOf(document.activeElement as HTMLElement);
    const last = items.length - 1;
    const next = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key];
    const to = next === undefined ? startingWith(event.key, items, at) : items[next];
    if (!to) return;
    event.preventDefault();
    to.focus();
  }

  return (
    <div
      ref={panel}
      popover="auto"
      id={`${id}-menu`}
      role="menu"
      aria-labelledby={id}
      tabIndex={-1}
      className={`${classes.menu} unoutlined ${className}`}
      onKeyDown={walk}
      onToggle={(event) => {
        if (event.target === event.currentTarget && event.newState === 'closed') close();
      }}
    >
      {children}
    </div>
  );
}

/** The next item whose words begin with a letter. */
function startingWith(key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  if (key.length !== 1 || key === ' ') return undefined;
  const fits = (item: HTMLElement) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase());
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find(fits);
}

interface Look {
  leftSection?: ReactNode;
  /** It takes something away. */
  color?: string;
  disabled?: boolean;
  closeMenuOnClick?: boolean;
}

type ItemProps<C extends ElementType> = Look & { component?: C } & Omit<
    ComponentPropsWithRef<C>,
    keyof Look | 'component'
  >;

function Item<C extends ElementType = 'button'>({
  component,
  leftSection,
  color,
  disabled = false,
  closeMenuOnClick = true,
  children,
  onClick,
  ...rest
}: ItemProps<C>) {
  const Element: ElementType = component ?? 'button';
  return (
    <Element
      {...(Element === 'button' && { type: 'button', disabled })}
      {...rest}
      role="menuitem"
      tabIndex={-1}
      className={`${classes.item} finger-high ${color ? 'bad' : ''}`}
      onClick={(event: MouseEvent<HTMLElement>) => {
        // First: the focus is back before a dialog notes where it was.
        if (closeMenuOnClick) event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        onClick?.(event);
      }}
    >
      {leftSection && <span className={classes.section}>{leftSection}</span>}
      <span className="takes-room">{children}</span>
    </Element>
  );
}

const Divider = () => <hr className={classes.divider} />;

/** What may be done with something, below the button that opens it. */
export const Menu = Object.assign(MenuItself, { Target, Dropdown, Item, Divider });
