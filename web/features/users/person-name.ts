import type { ResponseOf } from '#contract/platform';
import type { getUser } from '#contract/users';

export type Person = ResponseOf<typeof getUser>;

/** How a page about a person calls them: the address of an invitation until they have a name. */
export function nameOf(
  person: Pick<Person, 'first_name' | 'middle_name' | 'last_name' | 'email' | 'phone'>,
): string {
  const names = [person.last_name, person.first_name, person.middle_name].filter(Boolean).join(' ');
  return names || (person.email ?? person.phone ?? '');
}
