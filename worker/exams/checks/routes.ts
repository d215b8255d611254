import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { checkAnswer } from './service.ts';

export function checkRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.checkAnswer, ({ db, scope, body }) => checkAnswer(db, scope, body));
}
