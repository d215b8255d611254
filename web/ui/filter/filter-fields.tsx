import { NativeSelect, TextInput } from '@mantine/core';
import type { AnyEndpoint } from '../../lib/api/api.ts';
import type { ListState } from '../../lib/form/list-state.ts';
import classes from './list-filters.module.css';

export interface FieldProps {
  list: Pick<ListState<AnyEndpoint>, 'filter' | 'setFilter'>;
  /** The filter in the URL. */
  name: string;
  label: string;
  /** Above a list the label is only said. */
  hideLabel: boolean;
}

const labelled = ({ label, hideLabel }: FieldProps) => (hideLabel ? { 'aria-label': label } : { label });

/** A filter of few values; the first choice, '', is any of them. */
export function FilterSelect(
  props: FieldProps & { any: string; choices: readonly { value: string; label: string }[] },
) {
  const { list, name, any, choices } = props;
  const value = list.filter(name);
  return (
    <NativeSelect
      data-unset={value === '' || undefined}
      {...labelled(props)}
      value={value}
      onChange={(event) => list.setFilter(name, event.currentTarget.value)}
      data={[{ value: '', label: any }, ...choices]}
    />
  );
}

/** One end of a range of days. */
export function FilterDay(props: FieldProps & { short: string }) {
  const { list, name, hideLabel, short } = props;
  return (
    <TextInput
      type="date"
      className={classes.day}
      {...labelled(props)}
      // Above the list a date would not say which one it is.
      {...(hideLabel && { leftSection: <span aria-hidden>{short}</span>, leftSectionWidth: '2.75rem' })}
      max="2099-12-31"
      value={list.filter(name).slice(0, 10)}
      onChange={(event) => list.setFilter(name, event.currentTarget.value)}
    />
  );
}
