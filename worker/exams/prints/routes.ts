import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { printRunsOf } from './queries.ts';
import { paperSheetOf, startPrintRun } from './service.ts';
import { printDraft, printVariants } from './service-pdf.ts';

export function printRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.listPrintRuns, ({ db, scope, params }) => printRunsOf(db, scope, params));
  serve(app, contract.startPrintRun, ({ db, scope, params, body }) => startPrintRun(db, scope, params, body));
  serve(app, contract.printVariants, ({ env, db, scope, params, body }) =>
    printVariants(env, db, scope, params, body),
  );
  serve(app, contract.printDraft, ({ env, db, scope, params, body }) =>
    printDraft(env, db, scope, params, body),
  );
  serve(app, contract.getPaperSheet, ({ env, db, scope, params, query }) =>
    paperSheetOf(env, db, scope, params, query),
  );
}
