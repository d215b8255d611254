// Browsers that follow older lists still say Kiev.
const current = (zone: string) => (zone === 'Europe/Kiev' ? 'Europe/Kyiv' : zone);

/** The person's zone. */
export function ownZone(): string {
  return current(Intl.DateTimeFormat().resolvedOptions().timeZone);
}

/** All zones the browser knows, with the ones given. */
export function allZones(...given: string[]): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone').map(current), 'UTC', ...given])].toSorted();
}
