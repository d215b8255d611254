import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { pageOfCompanyResults } from './queries-company.ts';
import { repairsOf } from './queries-repairs.ts';
import { retakeRequestOf } from './queries-requests.ts';
import { pageOfResults } from './queries.ts';
import { exportCompanyResults } from './service-export.ts';
import { previewRepair, repairKey, undoRepair } from './service-repairs.ts';
import { askForRetake, declineRetake } from './service-requests.ts';
import { changePassedFormStatus, publishResults, retakeForm, saveNotes } from './service.ts';

export function resultRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.listResults, ({ db, scope, params, query }) => pageOfResults(db, scope, params, query));
  serve(app, contract.listCompanyResults, ({ db, scope, query }) => pageOfCompanyResults(db, scope, query));
  serve(app, contract.exportCompanyResults, ({ db, scope, query }) => exportCompanyResults(db, scope, query));
  serve(app, contract.retakeForm, ({ env, db, scope, params, body, later }) =>
    retakeForm(env, db, scope, params.id, body, later),
  );
  serve(app, contract.getRetakeRequest, ({ db, scope, params }) => retakeRequestOf(db, scope, params.id));
  serve(app, contract.askForRetake, ({ db, scope, body }) => askForRetake(db, scope, body));
  serve(app, contract.declineRetake, ({ env, db, scope, params, body, later }) =>
    declineRetake(env, db, scope, params.id, body, later),
  );
  serve(app, contract.changePassedFormStatus, ({ env, db, scope, params, body, later }) =>
    changePassedFormStatus(env, db, scope, params.id, body, later),
  );
  serve(app, contract.publishResults, ({ env, db, scope, params, body, later }) =>
    publishResults(env, db, scope, params.id, body, later),
  );
  serve(app, contract.saveNotes, ({ env, db, scope, params, body, later }) =>
    saveNotes(env, db, scope, params.id, body, later),
  );
  serve(app, contract.previewRepair, ({ db, scope, params, body }) => previewRepair(db, scope, params, body));
  serve(app, contract.repairKey, ({ db, scope, params, body }) => repairKey(db, scope, params, body));
  serve(app, contract.listRepairs, ({ env, db, scope, params }) => repairsOf(env, db, scope, params));
  serve(app, contract.undoRepair, ({ db, scope, params }) => undoRepair(db, scope, params));
}
