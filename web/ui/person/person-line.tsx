import { TwoLines } from '../table/two-lines.tsx';
import { PersonMark } from './person-mark.tsx';
import { personName } from '../../lib/words/person-name.ts';

interface Props {
  person: { id: number; first_name: string; last_name: string; photo?: string | null };
  /** Shown when the person has no name yet, such as the address of an invitation. */
  fallback?: string;
  /** Stands below the name. */
  note?: string | null | undefined;
}

/** A person in a table: photo or initials, and name, last name first as the lists are sorted. */
export function PersonLine({ person, fallback = '—', note }: Props) {
  const name = personName(person) || fallback;
  return (
    <span className="row gap-5 shrinks">
      <PersonMark person={person} />
      <TwoLines note={note !== name && note}>{name}</TwoLines>
    </span>
  );
}
