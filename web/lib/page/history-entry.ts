import type { Location } from 'react-router';

/** Names an entry of the history; the first one after each load has the same key, wherever it is. */
export const entryOf = ({ key, pathname, search }: Pick<Location, 'key' | 'pathname' | 'search'>): string =>
  key === 'default' ? pathname + search : key;
