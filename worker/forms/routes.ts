import { serve, type App } from '../platform/serve.ts';
import * as contract from './contract.ts';
import { pageOfFormNames, pageOfQuestions } from './queries-directory.ts';
import { formOf } from './queries.ts';
import { publishForm, updateForm, updateQuestions } from './service.ts';

export function formRoutes(app: App) {
  serve(app, contract.getForm, ({ db, scope, params }) => formOf(db, scope, params));
  serve(app, contract.listQuestions, ({ db, scope, query }) => pageOfQuestions(db, scope, query));
  serve(app, contract.listFormNames, ({ db, scope, query }) => pageOfFormNames(db, scope, query));
  serve(app, contract.listFormTypes, async ({ db, scope }) => {
    await db.run(scope);
    return [...contract.FORM_TYPES];
  });
  serve(app, contract.updateForm, ({ db, scope, params, body }) => updateForm(db, scope, params, body));
  serve(app, contract.updateQuestions, ({ db, scope, body }) => updateQuestions(db, scope, body));
  serve(app, contract.publishForm, ({ db, scope, params }) => publishForm(db, scope, params));
}
