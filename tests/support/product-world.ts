import { inject } from 'vitest';
import type { World } from '../factories/world.ts';

/** The built product in its own process, as a browser reaches it. */
export function productWorld(): World {
  const { url } = inject('product');
  const { ownerUrl, proxyUrl, secrets } = inject('stack');
  return {
    fetch: (path, init) => fetch(`${url}${path}`, init),
    ownerUrl,
    proxyUrl,
    jwtSecret: secrets.jwt_secret,
  };
}

/** Runs the calls so that they leave together. */
export function together<Result>(count: number, call: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => call(index)));
}
