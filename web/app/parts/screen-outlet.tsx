import { Suspense } from 'preact/compat';
import type { Suspense as ReactSuspense } from 'react';
import { Outlet } from 'react-router';

// Not the one of `react` (web/lib/react.ts), which lets everything else of it stand.
const Whole = Suspense as unknown as typeof ReactSuspense;

/** A screen in its layout. It waits as a whole for what it loads or reads outside of every `Suspense` of its own. */
export function ScreenOutlet() {
  return (
    <Whole fallback={null}>
      <Outlet />
    </Whole>
  );
}
