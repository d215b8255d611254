import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { pageOfSheetPeople, pageOfSheets } from './queries.ts';
import { typeSheet, undoSheet } from './service.ts';

export function sheetRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.listSheetPeople, ({ db, scope, params, query }) =>
    pageOfSheetPeople(db, scope, params, query),
  );
  serve(app, contract.listSheets, ({ db, scope, params, query }) => pageOfSheets(db, scope, params, query));
  serve(app, contract.typeSheet, ({ db, scope, params, body }) => typeSheet(db, scope, params, body));
  serve(app, contract.undoSheet, ({ db, scope, params, body }) => undoSheet(db, scope, params, body));
}
