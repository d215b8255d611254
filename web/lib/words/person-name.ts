interface Named {
  last_name: string;
  first_name: string;
  middle_name?: string;
  /** What stands for a name that is not there yet; answers hold it for those who may know it alone. */
  address?: string | null | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
}

/**
 * How people are named on every screen: family name first, as lists are sorted and documents are written; by their
 * e-mail or phone until they have a name.
 */
export function personName({ last_name, first_name, middle_name, address, email, phone }: Named): string {
  return [last_name, first_name, middle_name].filter(Boolean).join(' ') || address || email || phone || '';
}
