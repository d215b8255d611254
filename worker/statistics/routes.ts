import { serve, type App } from '../platform/serve.ts';
import * as contract from './contract.ts';
import { courseStatistic } from './queries.ts';

export function statisticRoutes(app: App) {
  serve(app, contract.courseStatistic, ({ db, scope, params, query }) =>
    courseStatistic(db, scope, params.id, query),
  );
}
