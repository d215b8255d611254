import { serve, type App } from '../platform/serve.ts';
import * as contract from './contract.ts';
import { pageOfCourseHistory } from './queries.ts';

export function historyRoutes(app: App) {
  serve(app, contract.listCourseHistory, ({ db, scope, params, query }) =>
    pageOfCourseHistory(db, scope, params.id, query),
  );
}
