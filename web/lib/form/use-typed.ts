import { useContext, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { UNSAFE_DataRouterContext } from 'react-router';

/**
 * Puts what is typed into the address once typing rests. Whoever has gone on to another screen by then is let go: writing
 * into the address of the one they leave would hold them back.
 */
export function useTyped(apply: (value: string) => void, ms: number) {
  // What `useNavigation` tells is drawn first, and a click may come in between.
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const [typed, setTyped] = useState<{ value: string } | null>(null);
  const put = useEffectEvent((value: string) => {
    const next = router?.state.navigation.location;
    if (!next || next.pathname === location.pathname) apply(value);
  });
  useEffect(() => {
    if (!typed) return;
    const timer = setTimeout(() => put(typed.value), ms);
    return () => clearTimeout(timer);
  }, [typed, ms]);
  return useMemo(
    () => Object.assign((value: string) => setTyped({ value }), { cancel: () => setTyped(null) }),
    [],
  );
}
