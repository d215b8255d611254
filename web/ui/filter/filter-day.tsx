import { DayField } from '../date/date-field.tsx';
import { dateText } from '../../lib/words/dates.ts';
import { Filter, useDrawing } from './filter.tsx';

/** One end of a range of days. */
export function FilterDay({ name, label }: { name: string; label: string }) {
  const { list } = useDrawing();
  const value = list.filter(name).slice(0, 10);
  const field = { max: '2099-12-31', value, onChange: (day: string) => list.setFilter(name, day) };
  return (
    <Filter
      names={[name]}
      label={label}
      words={value && dateText(`${value}T12:00:00`)}
      value={<DayField aria-label={label} {...field} />}
      field={<DayField label={label} {...field} />}
    />
  );
}
