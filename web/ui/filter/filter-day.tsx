import { DayField } from '../date/date-field.tsx';
import { type FieldProps, labelled } from './filter-fields.tsx';
import classes from './list-filters.module.css';

/** One end of a range of days. */
export function FilterDay(props: FieldProps & { short: string }) {
  const { list, name, hideLabel, short } = props;
  return (
    <DayField
      className={classes.day}
      {...labelled(props)}
      // Above the list a date would not say which one it is.
      {...(hideLabel && { leftSection: <span aria-hidden>{short}</span>, leftSectionWidth: '2.75rem' })}
      max="2099-12-31"
      value={list.filter(name).slice(0, 10)}
      onChange={(day) => list.setFilter(name, day)}
    />
  );
}
