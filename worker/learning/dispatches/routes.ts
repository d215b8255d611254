import type { App } from '../../platform/http/app.ts';
import { serve, servePublic } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { pageOfDispatches, pageOfLearners, standingOf } from './queries.ts';
import { createDispatch, launchDispatch, packageOfDispatch, updateDispatch } from './service.ts';

export function dispatchRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.listDispatches, ({ db, scope, params, query }) =>
    pageOfDispatches(db, scope, params.id, query),
  );
  serve(app, contract.createDispatch, ({ db, scope, params, body }) =>
    createDispatch(db, scope, params.id, body),
  );
  serve(app, contract.updateDispatch, ({ db, scope, params, body }) =>
    updateDispatch(db, scope, params, body),
  );
  serve(app, contract.downloadDispatch, ({ env, db, scope, params }) =>
    packageOfDispatch(env, db, scope, params),
  );
  serve(app, contract.listDispatchPeople, ({ db, scope, params, query }) =>
    pageOfLearners(db, scope, params, query),
  );
  serve(app, contract.dispatchStanding, ({ db, scope, params }) => standingOf(db, scope, params.id));
  servePublic(app, contract.launchDispatch, ({ env, db, sender, body }) =>
    launchDispatch(env, db, sender(), body),
  );
}
