import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { closePopover, Popover } from '../dialog/popover.tsx';
import { FilterDrawing, type FilterList } from './filter.tsx';
import { walkByArrows } from './walk-by-arrows.ts';

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

/** The names of the filters, then what the chosen one is set by. */
export function FilterPanel({ list, of, from, onOpen, onClose, children }: Props) {
  const t = useTranslations('shell.list');
  const content = useRef<HTMLDivElement>(null);
  // What comes late focuses itself.
  useEffect(() => {
    const choice = '[aria-selected=true], [role=menuitem], [role=option], input';
    content.current!.querySelector<HTMLElement>(choice)?.focus();
  }, [of]);
  return (
    <Popover from={from} label={t('add_filter')} onClose={onClose}>
      <div ref={content}>
        {of === null ? (
          <div role="menu" aria-label={t('filters')} className="stack" ref={walkByArrows}>
            <FilterDrawing value={{ list, part: 'name', onOpen }}>{children}</FilterDrawing>
          </div>
        ) : (
          <FilterDrawing value={{ list, part: 'value', of, onDone: closePopover }}>{children}</FilterDrawing>
        )}
      </div>
    </Popover>
  );
}
