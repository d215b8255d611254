import { IconX } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext } from 'react';
import { useTranslations } from 'use-intl';
import type { AnyEndpoint } from '../../lib/api/api.ts';
import type { ListState } from '../../lib/form/list-state.ts';
import classes from './filter.module.css';

export type FilterList = Pick<ListState<AnyEndpoint>, 'filter' | 'setFilter' | 'clearFilters'>;

interface Drawing {
  list: FilterList;
  /** Of each filter the chip if it is on, the name if it is off, what the one called `of` is set by, or the field of a sheet. */
  part: 'chip' | 'name' | 'value' | 'field';
  of?: string;
  /** One was chosen to be set: a name, or the chip of one that is on. */
  onOpen?: (name: string, from: HTMLElement) => void;
  /** Its value is chosen, and nothing more is asked. */
  onDone?: () => void;
}

export const FilterDrawing = createContext<Drawing | null>(null);

/** The list whose filters stand here, and how they are drawn. */
export function useDrawing(): Drawing {
  const drawing = useContext(FilterDrawing);
  if (!drawing) throw new Error('A filter stands outside of a ListBar.');
  return drawing;
}

interface Props {
  /** The filters in the URL that are set by it: one, or both ends of a range. */
  names: readonly [string, ...string[]];
  label: string;
  /** What it is set to. */
  words: string;
  /** What it is set by, alone in a panel that says the label. */
  value: ReactNode;
  /** The same among others, with its label. */
  field: ReactNode;
}

/** One filter of a `ListBar`, in each of the ways in which it is drawn. */
export function Filter({ names, label, words, value, field }: Props) {
  const t = useTranslations('shell.list');
  const { list, part, of, onOpen } = useDrawing();
  const [name] = names;
  const isOn = names.some((one) => list.filter(one) !== '');
  if (part === 'field') return field;
  if (part === 'value') return name === of && value;
  if (part === 'name')
    return (
      !isOn && (
        <button
          type="button"
          role="menuitem"
          className={`${classes.name} lit`}
          onClick={(event) => onOpen?.(name, event.currentTarget)}
        >
          {label}
        </button>
      )
    );
  return (
    isOn && (
      <li className={classes.chip}>
        <button
          type="button"
          className={`${classes.words} lit`}
          aria-haspopup="dialog"
          onClick={(event) => onOpen?.(name, event.currentTarget)}
        >
          <span className="dim">{label}:</span> {words}
        </button>
        <button
          type="button"
          className={`${classes.off} lit-up`}
          aria-label={t('clear_choice', { label })}
          onClick={() => list.clearFilters(names)}
        >
          <IconX size={16} aria-hidden />
        </button>
      </li>
    )
  );
}
