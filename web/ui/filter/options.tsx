import { SEARCH_LENGTH } from '#contract/platform';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import classes from './options.module.css';
import { walkByArrows } from './walk-by-arrows.ts';

export interface Option {
  value: string;
  label: string;
}

interface Props {
  label: string;
  options: readonly Option[];
  value: string;
  onChoose: (value: string) => void;
  /** Where they are searched for: what was typed, and the words in place of options that are not there. */
  search?: { text: string; onChange: (text: string) => void; nothing: ReactNode };
}

/** It may come later than the panel it stands in. */
const takeFocus = (field: HTMLInputElement | null) => field?.focus();

/** Options of which one is chosen by a press; arrows lead through them, from the field above and back to it. */
export function Options({ label, options, value, onChoose, search }: Props) {
  const id = useId();
  return (
    <div className="stack gap-4" ref={walkByArrows}>
      {search && (
        <input
          ref={takeFocus}
          type="text"
          role="combobox"
          className={classes.search}
          aria-label={label}
          placeholder={label}
          aria-expanded
          aria-controls={id}
          autoComplete="off"
          value={search.text}
          maxLength={SEARCH_LENGTH}
          onChange={(event) => search.onChange(event.currentTarget.value)}
        />
      )}
      <div id={id} role="listbox" aria-label={label} className={classes.options}>
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            role="option"
            className={`${classes.option} lit ring-in`}
            aria-selected={option.value === value}
            onClick={() => onChoose(option.value)}
          >
            <span className={`anywhere ${option.value === value ? 'strong' : ''}`}>{option.label}</span>
            {option.value === value && <IconCheck size={18} aria-hidden />}
          </button>
        ))}
      </div>
      {search && options.length === 0 && <p className="note">{search.nothing}</p>}
    </div>
  );
}
