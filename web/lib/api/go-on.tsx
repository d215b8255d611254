import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router';
import { isGoing } from '../page/chunks.ts';

const Here = createContext({ current: true });

/** Whether the screen that a part stands on is still shown, also for who is answered later. */
export const useHere = () => useContext(Here);

/** Around the screen of an address. */
export function Screen({ children }: { children: ReactNode }) {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return <Here value={here}>{children}</Here>;
}

/**
 * Goes to where an answer of the server leads; whether it does: one that comes late leads nobody away who has left the screen
 * by then, or is on the way to another one.
 */
export function useGoOn(): (to: string, options?: NavigateOptions) => boolean {
  const navigate = useNavigate();
  const here = useHere();
  return (to, options) => {
    const goes = here.current && !isGoing();
    if (goes) void navigate(to, options);
    return goes;
  };
}
