import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { copyCourse } from './service.ts';

export function copyRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.copyCourse, ({ db, scope, params, body }) => copyCourse(db, scope, params.id, body));
}
