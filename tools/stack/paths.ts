import { resolve } from 'node:path';

/** The checkout. */
export const ROOT = resolve(import.meta.dirname, '../..');

/** The built Worker and the built web client. */
export const WORKER_BUNDLE = resolve(ROOT, 'dist/worker');
export const WEB_BUNDLE = resolve(ROOT, 'dist/web');
