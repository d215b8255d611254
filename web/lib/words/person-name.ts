interface Named {
  last_name: string;
  first_name: string;
  middle_name?: string;
}

/** How people are named on every screen: family name first, as lists are sorted and documents are written. */
export function personName({ last_name, first_name, middle_name = '' }: Named): string {
  return [last_name, first_name, middle_name].filter(Boolean).join(' ');
}
