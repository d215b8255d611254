import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { entriesOfChange, historyAuthors, pageOfCourseHistory, pageOfHistory } from './queries.ts';
import { previewRestore, restoreEntry } from './service.ts';

export function historyRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.listHistory, ({ db, scope, query }) => pageOfHistory(db, scope, query));
  serve(app, contract.listCourseHistory, ({ db, scope, params, query }) =>
    pageOfCourseHistory(db, scope, params.id, query),
  );
  serve(app, contract.listHistoryAuthors, ({ db, scope }) => historyAuthors(db, scope));
  serve(app, contract.listChangeEntries, ({ db, scope, params, query }) =>
    entriesOfChange(db, scope, params.id, query),
  );
  serve(app, contract.previewRestore, ({ db, scope, params, query }) =>
    previewRestore(db, scope, params.id, query),
  );
  serve(app, contract.restoreEntry, ({ db, scope, params, query }) =>
    restoreEntry(db, scope, params.id, query),
  );
}
