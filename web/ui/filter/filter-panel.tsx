import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { FilterDrawing, type FilterList } from './filter.tsx';
import classes from './filter-bar.module.css';
import { walkByArrows } from './walk-by-arrows.ts';

/** Between the panel and what it stands below or the window's edge, pixels. */
const SPACE = 6;

interface Props {
  list: FilterList;
  /** The filter that is set; null: one is chosen first. */
  of: string | null;
  /** Stands above it. */
  from: HTMLElement;
  onOpen: (name: string) => void;
  onClose: () => void;
  /** The filters. */
  children: ReactNode;
}

/** The names of the filters, then what the chosen one is set by: a popover of the platform, which a press beside it closes. */
export function FilterPanel({ list, of, from, onOpen, onClose, children }: Props) {
  const t = useTranslations('shell.list');
  const panel = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = panel.current!;
    element.showPopover();
    const { left, bottom } = from.getBoundingClientRect();
    const room = document.documentElement.clientWidth - element.offsetWidth - SPACE;
    element.style.left = `${Math.max(SPACE, Math.min(left, room)) + window.scrollX}px`;
    element.style.top = `${bottom + SPACE + window.scrollY}px`;
  }, [from]);
  // What comes late focuses itself.
  useEffect(() => {
    const choice = '[aria-selected=true], [role=menuitem], [role=option], input';
    panel.current!.querySelector<HTMLElement>(choice)?.focus();
  }, [of]);

  const closed = useEffectEvent((event: Event) => {
    if (event.target === panel.current && (event as ToggleEvent).newState === 'closed') onClose();
  });
  useEffect(() => {
    const element = panel.current!;
    element.addEventListener('toggle', closed);
    return () => element.removeEventListener('toggle', closed);
  }, []);
  const done = () => panel.current?.hidePopover();

  return (
    <div ref={panel} popover="auto" className={classes.panel} role="dialog" aria-label={t('add_filter')}>
      {of === null ? (
        <div role="menu" aria-label={t('filters')} className="stack" ref={walkByArrows}>
          <FilterDrawing value={{ list, part: 'name', onOpen }}>{children}</FilterDrawing>
        </div>
      ) : (
        <FilterDrawing value={{ list, part: 'value', of, onDone: done }}>{children}</FilterDrawing>
      )}
    </div>
  );
}
