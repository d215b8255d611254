import { serve, servePublic, type App } from '../platform/serve.ts';
import * as contract from './contract.ts';
import { invitationOf, profileOf } from './queries.ts';
import {
  changeUserType,
  confirmEmail,
  finishRegistration,
  signIn,
  signOut,
  updateProfile,
} from './service.ts';

export function accountRoutes(app: App) {
  servePublic(app, contract.createToken, ({ env, db, sender, body }) => signIn(env, db, sender, body));
  serve(app, contract.logout, ({ db, scope }) => signOut(db, scope));
  servePublic(app, contract.confirmEmail, ({ env, db, sender, body }) =>
    confirmEmail(env, db, sender, body.token),
  );
  servePublic(app, contract.invitation, async ({ db, body }) => {
    const { phone: _, ...invitation } = await invitationOf(db, body.token);
    return invitation;
  });
  servePublic(app, contract.finishRegistration, ({ env, db, sender, body }) =>
    finishRegistration(env, db, sender, body),
  );
  serve(app, contract.userInfo, ({ db, scope }) => profileOf(db, scope));
  serve(app, contract.updateProfile, ({ db, scope, body }) => updateProfile(db, scope, body));
  serve(app, contract.changeCurrentUserType, ({ env, db, scope, body }) =>
    changeUserType(env, db, scope, body.user_type),
  );
}
