import { useEffect, useState } from 'react';

/** A value once it has stayed the same for so long: what is searched for is what somebody typed, and not each letter of it. */
export function useRested<T>(value: T, ms: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}
