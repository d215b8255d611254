import { resultOf } from '../../exams/attempts/queries-results.ts';
import { AppError } from '../../errors/app-error.ts';
import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import * as learning from './learning/contract.ts';
import { activityOf, summaryOf } from './queries-activity.ts';
import { statisticToExport } from './queries-export.ts';
import { learningOf } from './queries-learning.ts';
import { questionStatistic } from './queries-questions.ts';
import { columnsOf } from './queries-forms.ts';
import { courseStatistic } from './queries.ts';

export function statisticRoutes(app: App) {
  app.contracts.push(contract, learning);
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
  serve(app, contract.statisticSummary, ({ db, scope, params, query }) =>
    summaryOf(db, scope, params.id, query),
  );
  serve(app, contract.dynamicStatistic, ({ db, scope, params, query }) =>
    activityOf(db, scope, params.id, query),
  );
  serve(app, contract.questionStatistic, ({ env, db, scope, params, query }) =>
    questionStatistic(env, db, scope, params, query),
  );
  serve(app, learning.getUserLearning, ({ db, scope, params }) => learningOf(db, scope, params.id));
  serve(app, contract.statisticExport, async ({ db, scope, params, query }) => {
    const exported = await statisticToExport(db, scope, params.id, query);
    const { writeStatistic } = await import('./sheet-writer.ts');
    return writeStatistic(exported, query.columns);
  });
}
