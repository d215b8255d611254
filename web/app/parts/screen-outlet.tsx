import { Outlet } from 'react-router';
import { Whole } from '../../lib/page/later.tsx';

/** A screen in its layout. It waits as a whole for what it loads or reads outside of every `Suspense` of its own. */
export function ScreenOutlet() {
  return (
    <Whole fallback={null}>
      <Outlet />
    </Whole>
  );
}
