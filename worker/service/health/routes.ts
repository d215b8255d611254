import type { App } from '../../platform/http/app.ts';
import { servePublic } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { healthOf } from './queries.ts';

export function healthRoutes(app: App) {
  app.contracts.push(contract);
  servePublic(app, contract.getHealth, ({ env, db, bearer }) => healthOf(env, db, bearer()));
}
