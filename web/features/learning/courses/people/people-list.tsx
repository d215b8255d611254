import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../../../lib/session/session.ts';
import { PersonMark } from '../../../../ui/person/person-mark.tsx';
import classes from './people-list.module.css';
import { personName } from '../../../../lib/words/person-name.ts';

export interface Person {
  id: number;
  first_name: string;
  last_name: string;
  photo: string | null;
}

export const nameOf = personName;

interface Props<P extends Person> {
  people: readonly P[];
  label: string;
  /** Stands below the name. */
  about?: (person: P) => ReactNode;
  /** What can be done with one of them. */
  action?: (person: P) => ReactNode;
}

/** People with their photos, who open for whoever may view users. */
export function PeopleList<P extends Person>({ people, label, about, action }: Props<P>) {
  const may = useMay();
  return (
    <ul className={classes.people} aria-label={label}>
      {people.map((person) => (
        <li key={person.id} className={classes.person}>
          <PersonMark person={person} size={44} />
          <span className="stack shrinks">
            {may('viewUser') ? (
              <Link to={`/user/${person.id}`} className="unlinked strong anywhere lit-line">
                {nameOf(person)}
              </Link>
            ) : (
              <span className="unlinked strong anywhere">{nameOf(person)}</span>
            )}
            {about && <span className="quiet">{about(person)}</span>}
          </span>
          {action?.(person)}
        </li>
      ))}
    </ul>
  );
}
