import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { foundOf } from './queries.ts';

export function searchRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.search, ({ db, scope, query }) => foundOf(db, scope, query));
}
