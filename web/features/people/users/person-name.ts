import type { ResponseOf } from '#contract/platform';
import type { getUser } from '#contract/people/users';
import { personName } from '../../../lib/words/person-name.ts';

export type Person = ResponseOf<typeof getUser>;

interface Named {
  first_name: string;
  /** Lists go without it. */
  middle_name?: string;
  last_name: string;
  email: string | null;
  phone: string | null;
}

/** What a person is called: last name first, as lists are sorted; the address of an invitation until they have a name. */
export function nameOf(person: Named): string {
  return personName(person) || '—';
}
