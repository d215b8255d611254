import type { App } from '../../platform/http/app.ts';
import { answerCall, serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { directoryOf } from './queries.ts';
import { answerDirectory } from './routes-scim.ts';
import { createDirectoryToken, revokeDirectoryToken } from './service.ts';

export function directoryRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.getDirectory, ({ env, db, scope }) => directoryOf(env, db, scope));
  serve(app, contract.createDirectoryToken, ({ env, db, scope, sender, body, later }) =>
    createDirectoryToken(env, db, scope, sender(), body, later),
  );
  serve(app, contract.revokeDirectoryToken, ({ db, scope, params }) =>
    revokeDirectoryToken(db, scope, params.id),
  );
  // No endpoints of ours: the standard says what is asked and answered there, and Schemas describes it.
  app.hono.all('/scim/*', (c) => answerCall(app, c, () => answerDirectory(c)));
}
