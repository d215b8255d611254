/** Browsers that follow older lists still say Kiev. */
export const currentZone = (zone: string) => (zone === 'Europe/Kiev' ? 'Europe/Kyiv' : zone);

/** The person's zone. */
export function ownZone(): string {
  return currentZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
}

/** The person's zone where the browser names it by a place: one that guards them against being known says UTC of everybody. */
export function toldZone(): string | undefined {
  const own = ownZone();
  return own.includes('/') && Intl.supportedValuesOf('timeZone').map(currentZone).includes(own)
    ? own
    : undefined;
}

const KYIV: Record<string, string> = { uk: 'Київ', de: 'Kyjiw' };

/** Київ (GMT+2): a zone by its city and how far it is from Greenwich on that day. */
export function zoneText(zone: string, locale: string, at = new Date()): string {
  const name = currentZone(zone);
  const city = name.split('/').at(-1)!.replaceAll('_', ' ');
  const parts = new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'shortOffset' }).formatToParts(
    at,
  );
  const offset = parts.find(({ type }) => type === 'timeZoneName')!.value;
  return `${(city === 'Kyiv' && KYIV[locale]) || city} (${offset.replace('-', '\u2212')})`;
}
