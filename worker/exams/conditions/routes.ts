import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { accessCodeOf, extraTimeOf } from './queries.ts';
import { setAccessCode, setExtraTime } from './service.ts';

export function conditionRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.getAccessCode, ({ db, scope, params }) => accessCodeOf(db, scope, params));
  serve(app, contract.setAccessCode, ({ db, scope, params, body }) => setAccessCode(db, scope, params, body));
  serve(app, contract.getExtraTime, ({ db, scope, params }) => extraTimeOf(db, scope, params.id));
  serve(app, contract.setExtraTime, ({ db, scope, params, body }) =>
    setExtraTime(db, scope, params.id, body),
  );
}
