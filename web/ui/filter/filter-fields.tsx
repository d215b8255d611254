import { NativeSelect } from '@mantine/core';
import type { AnyEndpoint } from '../../lib/api/api.ts';
import type { ListState } from '../../lib/form/list-state.ts';

export interface FieldProps {
  list: Pick<ListState<AnyEndpoint>, 'filter' | 'setFilter'>;
  /** The filter in the URL. */
  name: string;
  label: string;
  /** Above a list the label is only said. */
  hideLabel: boolean;
}

export const labelled = ({ label, hideLabel }: FieldProps) =>
  hideLabel ? { 'aria-label': label } : { label };

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
