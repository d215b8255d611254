import { FilterSearch, type FilterSearchProps } from './filter-search.tsx';
import { useDrawing } from './filter.tsx';

const optionOf = ({ name }: { name: string }) => ({ value: name, label: name });

/** A filter by a word that is searched for, such as a tag, and stands in the URL as it is. */
export function FilterWord(props: Omit<FilterSearchProps<{ name: string }>, 'toOption' | 'known'>) {
  const value = useDrawing().list.filter(props.name);
  return (
    <FilterSearch {...props} toOption={optionOf} known={value ? optionOf({ name: value }) : undefined} />
  );
}
