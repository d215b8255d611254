import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The service worker, which names the release it belongs to: other files, another worker. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    generateBundle(_, bundle) {
      const release = createHash('sha256')
        .update(Object.keys(bundle).sort().join())
        .digest('hex')
        .slice(0, 8);
      const code = readFileSync(join(import.meta.dirname, '../service-worker.js'), 'utf8');
      const source = code.replace('__RELEASE__', release);
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
    },
  };
}
