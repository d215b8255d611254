import { serve } from '../reading/serve.ts';

/** What Chromium offers when the product can be installed. */
interface InstallOffer extends Event {
  prompt: () => Promise<unknown>;
}

declare global {
  interface Window {
    /** Made before the application ran (early.js). */
    installOffer?: InstallOffer;
  }
}

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

/** The browser's offer to install the product, if it has made one. */
export function installOffer(): InstallOffer | null {
  return offer;
}

export function onInstallOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function forgetInstallOffer(): void {
  keep(null);
}

function keep(next: InstallOffer | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

/** Once, before anything is shown: hears the offer, and lets a service worker serve files and the offline page. */
export function becomeInstallable(): void {
  if (window.installOffer) keep(window.installOffer);
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    keep(event as InstallOffer);
  });
  window.addEventListener('appinstalled', () => keep(null));
  if (!import.meta.env.PROD) return;
  // After the first screen, which it must not compete with.
  setTimeout(() => void serve().catch(() => {}), 3000);
}
