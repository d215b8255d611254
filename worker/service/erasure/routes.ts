import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { pageOfFormerUsers } from './queries.ts';
import { eraseFormerUser, eraseOneself, eraseSpace, keepSpace, transferSpace } from './service.ts';

export function erasureRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.eraseOneself, ({ env, db, scope, body, later }) =>
    eraseOneself(env, db, scope, body.address, later),
  );
  serve(app, contract.listFormerUsers, ({ db, scope, query }) => pageOfFormerUsers(db, scope, query));
  serve(app, contract.eraseFormerUser, ({ env, db, scope, params, later }) =>
    eraseFormerUser(env, db, scope, params.id, later),
  );
  serve(app, contract.transferSpace, ({ env, db, scope, params, body, later }) =>
    transferSpace(env, db, scope, params.id, body.user_id, later),
  );
  serve(app, contract.eraseSpace, ({ env, db, scope, params, body, later }) =>
    eraseSpace(env, db, scope, params.id, body.name, later),
  );
  serve(app, contract.keepSpace, ({ env, db, scope, params, later }) =>
    keepSpace(env, db, scope, params.id, later),
  );
}
