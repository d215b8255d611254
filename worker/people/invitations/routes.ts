import type { App } from '../../platform/http/app.ts';
import { serve, servePublic } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { invitationOf, waitingInvitations } from './queries.ts';
import { acceptInvitation, declineByLink, declineInvitation, finishRegistration } from './service.ts';

export function invitationRoutes(app: App) {
  app.contracts.push(contract);
  servePublic(app, contract.invitation, ({ db, body }) => invitationOf(db, body.token));
  servePublic(app, contract.finishRegistration, ({ env, db, sender, body }) =>
    finishRegistration(env, db, sender(), body),
  );
  servePublic(app, contract.declineByLink, ({ db, body }) => declineByLink(db, body));
  serve(app, contract.listInvitations, ({ db, scope }) => waitingInvitations(db, scope));
  serve(app, contract.acceptInvitation, ({ env, db, scope, params }) =>
    acceptInvitation(env, db, scope, params.id),
  );
  serve(app, contract.declineInvitation, ({ db, scope, params, body }) =>
    declineInvitation(db, scope, params.id, body.unknown_company),
  );
}
