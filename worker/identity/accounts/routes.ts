import type { App } from '../../platform/http/app.ts';
import { serve, servePublic } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { passwordOwnerOf, profileOf, sessionsOf } from './queries.ts';
import {
  changeEmail,
  changePassword,
  changeUserType,
  confirmEmail,
  confirmPassword,
  createSleekplanToken,
  endOtherSessions,
  endSession,
  leaveCompany,
  renewLink,
  requestPasswordReset,
  resetPassword,
  signIn,
  signOut,
  updateProfile,
} from './service.ts';

export function accountRoutes(app: App) {
  app.contracts.push(contract);
  servePublic(app, contract.createToken, ({ env, db, sender, body, later }) =>
    signIn(env, db, sender(), body, later),
  );
  serve(app, contract.logout, ({ db, scope }) => signOut(db, scope));
  servePublic(app, contract.confirmEmail, ({ env, db, sender, body }) =>
    confirmEmail(env, db, sender(), body),
  );
  serve(app, contract.changeEmail, ({ db, scope, body }) => changeEmail(db, scope, body.token));
  serve(app, contract.leaveCompany, ({ env, db, scope }) => leaveCompany(env, db, scope));
  serve(app, contract.userInfo, ({ db, scope }) => profileOf(db, scope));
  serve(app, contract.updateProfile, ({ env, db, scope, sender, body, later }) =>
    updateProfile(env, db, scope, sender(), body, later),
  );
  serve(app, contract.changeCurrentUserType, ({ env, db, scope, body }) =>
    changeUserType(env, db, scope, body.user_type),
  );
  servePublic(app, contract.requestPasswordReset, ({ env, db, sender, body, later }) =>
    requestPasswordReset(env, db, sender(), body.username, later),
  );
  servePublic(app, contract.passwordResetLink, async ({ db, body }) => {
    const { person } = await passwordOwnerOf(db, body.token);
    return person;
  });
  servePublic(app, contract.confirmPasswordReset, ({ env, db, sender, body, later }) =>
    resetPassword(env, db, sender(), body, later),
  );
  servePublic(app, contract.renewLink, ({ env, db, body, later }) => renewLink(env, db, body.token, later));
  serve(app, contract.changePassword, ({ env, db, scope, sender, body, later }) =>
    changePassword(env, db, scope, sender(), body, later),
  );
  serve(app, contract.confirmPassword, ({ env, db, scope, body }) =>
    confirmPassword(env, db, scope, body.password),
  );
  serve(app, contract.listSessions, ({ db, scope }) => sessionsOf(db, scope));
  serve(app, contract.endSession, ({ db, scope, params }) => endSession(db, scope, params.id));
  serve(app, contract.endOtherSessions, ({ db, scope }) => endOtherSessions(db, scope));
  serve(app, contract.createSleekplanToken, ({ env, db, scope }) => createSleekplanToken(env, db, scope));
}
