import classes from './person-line.module.css';
import { PersonMark } from './person-mark.tsx';

interface Props {
  person: { id: number; first_name: string; last_name: string; photo?: string | null };
  /** Shown when the person has no name yet, such as the address of an invitation. */
  fallback?: string;
}

/** A person in a table: photo or initials, and name, last name first as the lists are sorted. */
export function PersonLine({ person, fallback = '—' }: Props) {
  return (
    <span className={classes.line}>
      <PersonMark person={person} />
      <span>{`${person.last_name} ${person.first_name}`.trim() || fallback}</span>
    </span>
  );
}
