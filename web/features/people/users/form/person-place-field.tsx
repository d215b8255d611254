import { listPositions, listSubdivisions, PLACE_LENGTH } from '#contract/people/users';
import { OfferedInput } from '../../../../ui/control/search/offered-input.tsx';
import type { FieldProps } from '../../../../lib/form/use-form.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { useRested } from '../../../../lib/form/use-rested.ts';

const DIRECTORIES = { position: listPositions, subdivision: listSubdivisions };

interface Props extends FieldProps<string> {
  directory: keyof typeof DIRECTORIES;
  label: string;
}

/** A position or subdivision: typed freely, with those that the company uses already offered. */
export function PersonPlaceField({ directory, ...field }: Props) {
  const search = useRested(field.value.trim(), 250);
  const found = useData(DIRECTORIES[directory], { query: { page_size: 20, search }, keep: true });
  return (
    <OfferedInput
      maxLength={PLACE_LENGTH}
      {...field}
      data={(found.data?.results ?? []).map(({ name }) => name)}
    />
  );
}
