import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Lies under the paths that the Worker answers before the assets. */
export const SELECT_1 = '/api/select-1';

/** The name under which the Worker can be reached by itself. */
export const DIRECT = 'Direct';

/**
 * The product's Worker with one more path, which runs one `select 1` with the same driver: what any request with one
 * round trip costs on this machine at least. Neither token nor router stands before it.
 */
export const SELECT_1_MODULES = {
  'with-select-1.js': `
    import product from './index.js';
    import { neon, neonConfig } from './neon.js';
    export * from './index.js';
    const worker = {
      ...product,
      async fetch(request, env, context) {
        if (!request.url.endsWith('${SELECT_1}')) return product.fetch(request, env, context);
        neonConfig.fetchEndpoint = env.DATABASE_PROXY;
        return Response.json(await neon(env.DATABASE_URL).query('select 1 as one'));
      },
    };
    export default worker;
    export const ${DIRECT} = worker;`,
  'neon.js': readFileSync(fileURLToPath(import.meta.resolve('@neondatabase/serverless')), 'utf8'),
};
