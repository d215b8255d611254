import { useEffect } from 'react';
import { PRODUCT_NAME } from './product.ts';

/** Names what the page is about in its title, in place of its kind; `null` leaves the route's words. */
export function useTitleOf(thing: string | null): void {
  useEffect(() => {
    if (thing === null) return;
    // After the route has said its own.
    const timer = setTimeout(() => {
      document.title = `${thing} — ${PRODUCT_NAME}`;
    });
    return () => clearTimeout(timer);
  }, [thing]);
}
