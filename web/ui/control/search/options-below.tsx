import {
  type ComponentPropsWithRef,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslations } from 'use-intl';
import { placeBeside } from '../over/place.ts';
import classes from './search.module.css';

export interface Choice {
  value: string;
  label: string;
  /** Other words it is found by. */
  also?: string;
}

interface Asked {
  choices: readonly Choice[];
  /** Chosen already, and marked so. */
  chosen?: readonly string[];
  onChoose: (value: string) => void;
  onOpen?: (() => void) | undefined;
  /** In place of choices that are not there; without it nothing is shown then. */
  nothing?: ReactNode;
  /** The list stays open for more. */
  several?: boolean;
  /** Something is typed that is no choice: Enter does not send the form without it. */
  isSearching?: boolean;
}

interface Given {
  opened: boolean;
  close: () => void;
  open: () => void;
  /** Of the field: what leads through the list, which stands in `list`. */
  field: Pick<
    ComponentPropsWithRef<'input'>,
    | 'role'
    | 'autoComplete'
    | 'onFocus'
    | 'onClick'
    | 'onBlur'
    | 'onKeyDown'
    | 'aria-haspopup'
    | 'aria-expanded'
    | 'aria-controls'
    | 'aria-autocomplete'
    | 'aria-activedescendant'
  >;
  list: ReactNode;
}

/** Choices below a field that is typed into: arrows lead through them, Enter takes one, Escape closes them alone. */
export function useOptionsBelow(asked: Asked): Given {
  const { choices, chosen = [], onChoose, onOpen, nothing, several, isSearching } = asked;
  const t = useTranslations('common.list');
  const id = useId();
  const [opened, setOpened] = useState(false);
  const [activeValue, setActiveValue] = useState<string | null>(null);
  const at = choices.findIndex(({ value }) => value === activeValue);
  const idOf = (value: string) => `${id}-${value}`;
  const shown = opened && (choices.length > 0 || Boolean(nothing));

  const close = () => {
    setOpened(false);
    setActiveValue(null);
  };
  const open = () => {
    if (opened) return;
    setOpened(true);
    onOpen?.();
  };
  function choose(value: string): void {
    onChoose(value);
    if (!several) close();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && shown) {
      // A dialog around it stays.
      event.preventDefault();
      close();
    } else if (event.key === 'Enter' && shown && at >= 0) {
      event.preventDefault();
      choose(choices[at]!.value);
    } else if (event.key === 'Enter' && isSearching) {
      event.preventDefault();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      open();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const next = at < 0 && step < 0 ? -1 : at + step;
      setActiveValue(choices.at(next % choices.length)?.value ?? null);
    }
  }

  return {
    opened: shown,
    open,
    close,
    field: {
      role: 'combobox',
      autoComplete: 'off',
      'aria-haspopup': 'listbox',
      // Where nothing is found there is no list to go through.
      'aria-expanded': shown && choices.length > 0,
      'aria-controls': shown && choices.length > 0 ? id : undefined,
      'aria-autocomplete': 'list',
      'aria-activedescendant': shown && at >= 0 ? idOf(choices[at]!.value) : undefined,
      onFocus: open,
      onClick: open,
      onBlur: (_event: FocusEvent) => close(),
      onKeyDown,
    },
    list: shown && (
      <Listed active={at >= 0 ? idOf(choices[at]!.value) : null} count={choices.length}>
        {choices.length === 0 ? (
          <p className={`${classes.nothing} note`}>{nothing}</p>
        ) : (
          <div id={id} role="listbox" aria-label={t('choices')} tabIndex={-1}>
            {choices.map(({ value, label }) => (
              // The field has the keys for it.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={value}
                id={idOf(value)}
                role="option"
                tabIndex={-1}
                className={`${classes.option} ${chosen.includes(value) ? 'strong' : ''}`}
                aria-selected={chosen.includes(value)}
                data-active={value === activeValue || undefined}
                onClick={() => choose(value)}
              >
                {label}
              </div>
            ))}
          </div>
        )}
      </Listed>
    ),
  };
}

interface ListedProps {
  active: string | null;
  count: number;
  children: ReactNode;
}

const errorOf = (frame: Element) =>
  document.getElementById(`${frame.querySelector('[role=combobox]')?.id}-error`);

/** A field with what is wrong with it: whoever chooses anew reads it. Not by a range, which holds the list's texts too. */
function roomOf(frame: Element): DOMRect {
  const { left, top, width, bottom } = frame.getBoundingClientRect();
  const lowest = errorOf(frame)?.getBoundingClientRect().bottom ?? bottom;
  return new DOMRect(left, top, width, lowest - top);
}

/** Over everything, also over the dialog that the field stands in. */
function Listed({ active, count, children }: ListedProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = list.current!;
    const frame = element.parentElement!;
    element.showPopover();
    const place = () => {
      element.style.width = `${frame.offsetWidth}px`;
      placeBeside(element, { getBoundingClientRect: () => roomOf(frame) }, 'bottom-start');
    };
    place();
    window.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
    };
    // What stands in it makes it higher.
  }, [count]);
  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div
      ref={list}
      popover="manual"
      role="presentation"
      className={classes.list}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      {children}
    </div>
  );
}
