import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigation } from 'react-router';

/**
 * Puts what is typed into the address once typing rests. Whoever has gone on to another screen by then is let go: writing
 * into the address of the one they leave would hold them back.
 */
export function useTyped(apply: (value: string) => void, ms: number) {
  const { location: next } = useNavigation();
  return useDebouncedCallback((value: string) => {
    if (!next || next.pathname === location.pathname) apply(value);
  }, ms);
}
