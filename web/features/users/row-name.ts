interface Person {
  first_name: string;
  last_name: string;
  email: string | null;
  phone: string | null;
}

/** What a person is called in lists: last name first, as they are sorted; before they have a name, their address. */
export function nameOf({ first_name, last_name, email, phone }: Person): string {
  return `${last_name} ${first_name}`.trim() || email || phone || '—';
}
