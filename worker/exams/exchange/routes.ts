import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { exportQuestions, questionsTemplate } from './service-export.ts';
import { importQuestions } from './service.ts';

export function exchangeRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.questionsTemplate, ({ db, scope }) => questionsTemplate(db, scope));
  serve(app, contract.exportQuestions, ({ env, db, scope, params, query }) =>
    exportQuestions(env, db, scope, params, query),
  );
  serve(app, contract.importQuestions, async ({ env, db, scope, params, query, upload }) =>
    importQuestions(env, db, scope, params, query, await upload()),
  );
}
