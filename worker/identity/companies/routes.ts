import { changeSpace } from '../accounts/service.ts';
import type { App } from '../../platform/http/app.ts';
import { serve, servePublic } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { mailAllowanceOf, spaceOf } from './queries.ts';
import {
  createSpace,
  registerSpace,
  removeSpacePhoto,
  requestMailLift,
  requireSecondFactor,
  updateSpace,
  uploadSpacePhoto,
} from './service.ts';

export function companyRoutes(app: App) {
  app.contracts.push(contract);
  servePublic(app, contract.registerSpace, ({ env, db, body, later }) => registerSpace(env, db, body, later));
  serve(app, contract.createSpace, ({ db, scope, body }) => createSpace(db, scope, body));
  serve(app, contract.changeCurrentSpace, ({ env, db, scope, body }) =>
    changeSpace(env, db, scope, body.space_pk),
  );
  serve(app, contract.getSpace, ({ db, scope, params }) => spaceOf(db, scope, params.id));
  serve(app, contract.updateSpace, ({ db, scope, params, body }) => updateSpace(db, scope, params.id, body));
  serve(app, contract.requireSecondFactor, ({ db, scope, body }) =>
    requireSecondFactor(db, scope, body.required),
  );
  serve(app, contract.getMailAllowance, ({ db, scope }) => mailAllowanceOf(db, scope));
  serve(app, contract.requestMailLift, ({ db, scope }) => requestMailLift(db, scope));
  serve(app, contract.uploadSpacePhoto, ({ env, db, scope, params, upload }) =>
    uploadSpacePhoto(env, db, scope, params.id, upload),
  );
  serve(app, contract.removeSpacePhoto, ({ env, db, scope, params }) =>
    removeSpacePhoto(env, db, scope, params.id),
  );
}
