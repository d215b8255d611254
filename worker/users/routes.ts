import { serve, type App } from '../platform/serve.ts';
import * as contract from './contract.ts';
import { pageOfUsers } from './queries.ts';
import { inviteUser } from './service.ts';

export function userRoutes(app: App) {
  serve(app, contract.listUsers, ({ db, scope, query }) => pageOfUsers(db, scope, query));
  serve(app, contract.inviteUser, ({ env, db, scope, body, later }) =>
    inviteUser(env, db, scope, body, later),
  );
}
