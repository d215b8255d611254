import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { markedAnswer, nextAnswerToMark, pageOfAnswersToMark } from './queries.ts';
import { saveMark, undoMark } from './service.ts';

export function markRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.listAnswersToMark, ({ db, scope, query }) => pageOfAnswersToMark(db, scope, query));
  serve(app, contract.nextAnswerToMark, ({ env, db, scope, query }) =>
    nextAnswerToMark(env, db, scope, query),
  );
  serve(app, contract.getMarkedAnswer, ({ env, db, scope, params }) => markedAnswer(env, db, scope, params));
  serve(app, contract.saveMark, ({ db, scope, params, body }) => saveMark(db, scope, params.id, body));
  serve(app, contract.undoMark, ({ db, scope, params }) => undoMark(db, scope, params));
}
