import type { ResponseOf } from '#contract/platform';
import type { getUser } from '#contract/people/users';

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
export function nameOf({ first_name, middle_name, last_name, email, phone }: Named): string {
  return [last_name, first_name, middle_name].filter(Boolean).join(' ') || email || phone || '—';
}
