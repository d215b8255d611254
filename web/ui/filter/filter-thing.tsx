import type { AnyEndpoint } from '../../lib/api/api.ts';
import { useData } from '../../lib/api/use-data.ts';
import { FilterSearch, type FilterSearchProps } from './filter-search.tsx';
import { useDrawing } from './filter.tsx';

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

interface Props extends Omit<FilterSearchProps<Thing>, 'toOption' | 'known'> {
  /** Reads the name of the one the URL tells by its id. */
  one: AnyEndpoint;
}

/** A filter by the id of something that is searched for. */
export function FilterThing({ one, ...props }: Props) {
  const value = useDrawing().list.filter(props.name);
  const chosen = useData<AnyEndpoint>(one, { params: { id: Number(value) } as never, enabled: value !== '' });
  const known = chosen.data as Thing | undefined;
  return <FilterSearch {...props} toOption={optionOf} known={value && known ? optionOf(known) : undefined} />;
}
