import type { App } from '../../platform/http/app.ts';
import { serve, servePublic } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { securityOf } from './queries.ts';
import {
  challengeU2f,
  challengeU2fLogin,
  createU2f,
  deleteU2f,
  loginU2f,
  renameU2f,
} from './service-keys.ts';
import { createRecoveryCodes, createTotp, deleteTotp, loginTotp, verifyTotp } from './service.ts';

export function factorRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.security, ({ db, scope }) => securityOf(db, scope));
  serve(app, contract.createTotp, ({ env, db, scope }) => createTotp(env, db, scope));
  serve(app, contract.verifyTotp, ({ env, db, scope, sender, body, later }) =>
    verifyTotp(env, db, scope, sender(), body.code, later),
  );
  servePublic(app, contract.loginTotp, ({ env, db, sender, body, later }) =>
    loginTotp(env, db, sender(), body, later),
  );
  serve(app, contract.deleteTotp, ({ env, db, scope, sender, later }) =>
    deleteTotp(env, db, scope, sender(), later),
  );
  serve(app, contract.createRecoveryCodes, ({ env, db, scope, sender, later }) =>
    createRecoveryCodes(env, db, scope, sender(), later),
  );
  serve(app, contract.challengeU2f, ({ env, db, scope }) => challengeU2f(env, db, scope));
  serve(app, contract.createU2f, ({ env, db, scope, sender, body, later }) =>
    createU2f(env, db, scope, sender(), body, later),
  );
  serve(app, contract.renameU2f, ({ db, scope, params, body }) => renameU2f(db, scope, params.id, body.name));
  serve(app, contract.deleteU2f, ({ env, db, scope, sender, params, later }) =>
    deleteU2f(env, db, scope, sender(), params.id, later),
  );
  servePublic(app, contract.challengeU2fLogin, ({ env, db, body }) =>
    challengeU2fLogin(env, db, body.ticket),
  );
  servePublic(app, contract.loginU2f, ({ env, db, sender, body }) => loginU2f(env, db, sender(), body));
}
