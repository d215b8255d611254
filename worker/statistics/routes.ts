import { resultOf } from '../attempts/queries-results.ts';
import { AppError } from '../errors/app-error.ts';
import { serve, type App } from '../platform/serve.ts';
import * as contract from './contract.ts';
import { columnsOf, courseStatistic } from './queries.ts';

export function statisticRoutes(app: App) {
  serve(app, contract.courseStatistic, ({ db, scope, params, query }) =>
    courseStatistic(db, scope, params.id, query),
  );
  serve(app, contract.statisticColumns, ({ db, scope, params }) => columnsOf(db, scope, params.id, null));
  serve(app, contract.formStatisticColumns, ({ db, scope, params }) =>
    columnsOf(db, scope, params.id, params.formId),
  );
  serve(app, contract.courseAttempt, async ({ env, db, scope, params }) => {
    const result = await resultOf(env, db, scope, params.attemptId);
    if (result.course.id !== params.id) throw new AppError('not_found');
    return result;
  });
}
