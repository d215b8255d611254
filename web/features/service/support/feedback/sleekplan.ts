import { createSleekplanToken } from '#contract/identity/accounts';
import { call } from '../../../../lib/api/api.ts';

const SCRIPT = 'https://client.sleekplan.com/sdk/e.js';
const PATIENCE_MS = 15_000;

interface Sleek {
  open?: () => void;
  setUser?: (user: { token: string }) => void;
}

declare global {
  interface Window {
    $sleek?: Sleek | [];
    SLEEK_PRODUCT_ID?: number;
    SLEEK_USER?: { token: string };
  }
}

/** Opens the help widget for the caller, signed in. Rejects when it is not configured or does not come. */
export async function openSleekplan(): Promise<void> {
  const { product_id, token } = await call(createSleekplanToken, { quiet: true });
  if (!product_id || !token) throw new Error('the help widget is not configured');
  const id = Number(product_id);
  const loaded = sleek();
  if (loaded?.open && window.SLEEK_PRODUCT_ID === id) {
    loaded.setUser?.({ token });
    return loaded.open();
  }
  window.$sleek = [];
  window.SLEEK_PRODUCT_ID = id;
  window.SLEEK_USER = { token };
  await arrival();
  sleek()?.open?.();
}

const sleek = (): Sleek | null => (window.$sleek && !Array.isArray(window.$sleek) ? window.$sleek : null);

/** Loads the widget's script and waits until the widget says that it stands. */
function arrival(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.async = true;
    const timer = setTimeout(() => reject(new Error('the help widget did not come')), PATIENCE_MS);
    script.addEventListener('error', () => {
      clearTimeout(timer);
      reject(new Error('the help widget could not be loaded'));
    });
    window.addEventListener(
      'sleek:init',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
    document.head.append(script);
  });
}
