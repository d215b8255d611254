/** Lets a service worker serve files and pages, unless one does. Rejects where there can be none. */
export async function serve(): Promise<void> {
  await navigator.serviceWorker?.register('/service-worker.js');
}
