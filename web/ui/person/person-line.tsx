import { TwoLines } from '../table/two-lines.tsx';
import { PersonMark } from './person-mark.tsx';
import { personName } from '../../lib/words/person-name.ts';

interface Props {
  person: Parameters<typeof personName>[0] & { id: number; photo?: string | null };
  /** Stands below the name. */
  note?: string | null | undefined;
}

/** A person in a table: photo or initials, and name, last name first as the lists are sorted. */
export function PersonLine({ person, note }: Props) {
  const name = personName(person) || '—';
  return (
    <span className="row gap-5 shrinks">
      <PersonMark person={person} />
      <TwoLines note={note !== name && note}>{name}</TwoLines>
    </span>
  );
}
