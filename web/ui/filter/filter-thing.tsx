import type { AnyEndpoint } from '../../lib/api/api.ts';
import { useData } from '../../lib/api/use-data.ts';
import { SearchSelect } from '../form/search-select.tsx';
import type { FieldProps } from './filter-fields.tsx';

interface Thing {
  id: number;
  name?: string;
  first_name?: string;
  last_name?: string;
}

const optionOf = ({ id, name, first_name, last_name }: Thing) => ({
  value: String(id),
  label: name ?? `${last_name} ${first_name}`.trim(),
});

interface ThingProps extends FieldProps {
  placeholder: string;
  /** A list endpoint with `search`. */
  endpoint: AnyEndpoint;
  query?: Readonly<Record<string, string>>;
  /** Reads the name of the one the URL tells by its id. */
  one: AnyEndpoint;
}

/** A filter by the id of something that is searched for. */
export function FilterThing({ list, name, one, query = {}, ...props }: ThingProps) {
  const value = list.filter(name);
  const chosen = useData<AnyEndpoint>(one, { params: { id: Number(value) } as never, enabled: value !== '' });
  const known = chosen.data as Thing | undefined;
  return (
    <SearchSelect
      {...props}
      query={query}
      toOption={optionOf}
      known={value && known ? optionOf(known) : undefined}
      value={value}
      onChange={(next) => list.setFilter(name, next)}
    />
  );
}
