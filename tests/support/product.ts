import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildProduct } from '../../tools/stack/build.ts';
import { startMailViewer } from '../../tools/stack/mail/mail-viewer.ts';
import { openOutbox } from '../../tools/stack/mail/outbox.ts';
import { freePort } from '../../tools/stack/ports.ts';
import { LOCAL_HOST, startProduct } from '../../tools/stack/product.ts';
import { startIdentityProvider } from './identity-provider.ts';
import './stack.ts';

/** Addresses of the built product under test. */
export interface RunningProduct {
  url: string;
  mailUrl: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    product: RunningProduct;
    /** Plays Google and Facebook: `signInAtProvider`. */
    identityProvider: { url: string };
  }
}

/** Global setup: builds the product if its sources are newer and runs it in Cloudflare's runtime. */
export default async function setUpProduct(project: TestProject): Promise<() => Promise<void>> {
  const stack = project.getProvidedContext().stack;
  const folder = mkdtempSync(join(tmpdir(), 'osnova-product-'));
  await buildProduct();
  const outbox = openOutbox(null);
  const provider = await startIdentityProvider(await freePort());
  const port = await freePort();
  const bindings = {
    ...provider.bindings,
    // As in production: a host for each try. Browsers find all of them here.
    CONTENT_URL: `http://*.${LOCAL_HOST}:${port}`,
    PASSWORD_ROUNDS: '1',
  };
  const product = await startProduct({ port, folder, outbox, bindings, ...stack });
  const viewer = await startMailViewer(outbox, await freePort());
  project.provide('product', { url: product.url, mailUrl: viewer.url });
  project.provide('identityProvider', { url: provider.url });
  return async () => {
    await viewer.stop();
    await product.stop();
    await provider.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
