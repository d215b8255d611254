import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { dashboardOf } from './queries.ts';
import {
  pageOfExpiringCertificates,
  pageOfGroupStandings,
  pageOfProgramStandings,
} from './queries-standings.ts';

export function dashboardRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.getDashboard, ({ db, scope, params, query }) =>
    dashboardOf(db, scope, params.id, query),
  );
  serve(app, contract.listGroupStandings, ({ db, scope, params, query }) =>
    pageOfGroupStandings(db, scope, params.id, query),
  );
  serve(app, contract.listProgramStandings, ({ db, scope, params, query }) =>
    pageOfProgramStandings(db, scope, params.id, query),
  );
  serve(app, contract.listExpiringCertificates, ({ db, scope, params, query }) =>
    pageOfExpiringCertificates(db, scope, params.id, query),
  );
}
