import { IconSelector } from '@tabler/icons-react';
import { Suspense } from 'react';
import { TextInput } from '../control/field/text-input.tsx';
import type { AnyEndpoint } from '../../lib/api/api.ts';
import type { SearchSelectProps } from './search-select-field.tsx';
import classes from './search-select.module.css';
import { later } from '../../lib/page/later.tsx';

const Field = later(() => import('./search-select-field.tsx')) as <E extends AnyEndpoint, R>(
  props: SearchSelectProps<E, R>,
) => React.ReactNode;

/**
 * Chooses one row of a list endpoint, searching on the server. A screen is drawn without what it takes: it comes after.
 * @example <SearchSelect endpoint={listGroups} toOption={(group) => ({ value: String(group.id), label: group.name })} … />
 */
export function SearchSelect<E extends AnyEndpoint, R>(props: SearchSelectProps<E, R>) {
  return (
    <Suspense fallback={<Coming {...props} />}>
      <Field {...props} />
    </Suspense>
  );
}

/** As the field looks, at its place. */
function Coming<E extends AnyEndpoint, R>(props: SearchSelectProps<E, R>) {
  const { label, hideLabel, placeholder, known, required = false } = props;
  return (
    <TextInput
      {...(hideLabel ? { 'aria-label': label } : { label })}
      classNames={{ input: classes.coming! }}
      placeholder={placeholder}
      required={required}
      disabled
      value={known?.label ?? ''}
      readOnly
      rightSection={<IconSelector size={16} aria-hidden />}
    />
  );
}
