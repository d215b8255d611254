import { serve, type App } from '../platform/serve.ts';
import * as contract from './contract.ts';
import { membershipsOf, pageOfUsers } from './queries.ts';
import { blockMembership, createMembership, deleteMembership, inviteUser } from './service.ts';

export function userRoutes(app: App) {
  serve(app, contract.listUsers, ({ db, scope, query }) => pageOfUsers(db, scope, query));
  serve(app, contract.inviteUser, ({ env, db, scope, body, later }) =>
    inviteUser(env, db, scope, body, later),
  );
  serve(app, contract.listMemberships, ({ db, scope }) => membershipsOf(db, scope, scope.user_id));
  serve(app, contract.getMemberships, ({ db, scope, params }) => membershipsOf(db, scope, params.id));
  serve(app, contract.createMembership, ({ env, db, scope, body, later }) =>
    createMembership(env, db, scope, body, later),
  );
  serve(app, contract.deleteMembership, ({ db, scope, params }) => deleteMembership(db, scope, params.id));
  serve(app, contract.blockMembership, ({ db, scope, body }) => blockMembership(db, scope, body));
}
