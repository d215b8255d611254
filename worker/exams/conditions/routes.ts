import { serve, type App } from '../../platform/serve.ts';
import * as contract from './contract.ts';
import { accessCodeOf } from './queries.ts';
import { setAccessCode } from './service.ts';

export function conditionRoutes(app: App) {
  serve(app, contract.getAccessCode, ({ db, scope, params }) => accessCodeOf(db, scope, params));
  serve(app, contract.setAccessCode, ({ db, scope, params, body }) => setAccessCode(db, scope, params, body));
}
