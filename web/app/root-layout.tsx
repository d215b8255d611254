import { useEffect } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router';
import { useTranslations } from 'use-intl';
import { entryOf } from '../lib/page/history-entry.ts';
import { PRODUCT_NAME } from '../lib/words/product.ts';
import { Mark } from '../ui/brand/logo.tsx';
import { Toasts } from '../ui/state/toasts.tsx';
import classes from './root-layout.module.css';
import type { RouteHandle } from './parts/route-handle.ts';

export function RootLayout() {
  return (
    <>
      <NavigationProgress />
      <Title />
      <Outlet />
      <Toasts />
      <ScrollRestoration getKey={entryOf} />
    </>
  );
}

/** §2: the page title comes from the route, or from the thing it shows, and ends with the product's name. */
function Title() {
  const t = useTranslations();
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  const { pathname } = useLocation();
  const title = handle ? `${t(handle.title)} — ${PRODUCT_NAME}` : PRODUCT_NAME;
  useEffect(() => {
    document.title = title;
    // oxlint-disable-next-line react/exhaustive-deps -- what named the page is gone with it
  }, [title, pathname]);
  return (
    <div className="unseen" aria-live="polite" key={pathname}>
      {title}
    </div>
  );
}

function NavigationProgress() {
  const busy = useNavigation().state !== 'idle';
  return <div className={classes.progress} data-busy={busy || undefined} />;
}

/** While the first page loads. */
export function Splash() {
  return (
    <div className={classes.splash}>
      <Mark size={48} />
    </div>
  );
}

/** What no page caught. The texts may be the very thing that failed to load, so it speaks without them. */
export function RouteFailure() {
  return (
    <main className={classes.splash}>
      <Mark size={48} />
      <p>
        Не вдалося завантажити сторінку · The page could not be loaded · Die Seite konnte nicht geladen werden
      </p>
      <button type="button" className={classes.again} onClick={() => location.reload()}>
        ↻ Ще раз · Again · Noch einmal
      </button>
    </main>
  );
}
