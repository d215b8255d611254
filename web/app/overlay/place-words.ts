/** The texts by which places are named: those of the screens themselves. */
export const PLACE_WORDS = [
  'palette',
  'profile',
  'security',
  'privacy',
  'notifications',
  'companies',
  'courses',
] as const;
