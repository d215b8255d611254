import { NativeSelect } from '../control/field/native-select.tsx';
import classes from './filter-bar.module.css';
import { Filter, useDrawing } from './filter.tsx';
import { Options } from './options.tsx';

interface Props {
  /** The filter in the URL. */
  name: string;
  label: string;
  /** The words of none chosen. */
  any: string;
  choices: readonly { value: string; label: string }[];
  /** The filters that mean nothing without it. */
  along?: readonly string[];
}

/** A filter of few values. */
export function FilterSelect({ name, label, any, choices, along = [] }: Props) {
  const { list, onDone } = useDrawing();
  const value = list.filter(name);
  const set = (next: string) =>
    next === '' ? list.clearFilters([name, ...along]) : list.setFilter(name, next);
  return (
    <Filter
      names={[name, ...along]}
      label={label}
      words={choices.find((choice) => choice.value === value)?.label ?? value}
      value={
        <Options
          label={label}
          options={choices}
          value={value}
          onChoose={(next) => {
            set(next);
            onDone?.();
          }}
        />
      }
      field={
        <NativeSelect
          className={classes.select}
          data-unset={value === '' || undefined}
          label={label}
          value={value}
          onChange={(event) => set(event.currentTarget.value)}
          data={[{ value: '', label: any }, ...choices]}
        />
      }
    />
  );
}
