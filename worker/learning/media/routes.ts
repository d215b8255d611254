import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { mediaOf } from './queries.ts';

export function mediaRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.getMedia, ({ env, db, scope, params, query }) =>
    mediaOf(env, db, scope, params.id, query),
  );
}
