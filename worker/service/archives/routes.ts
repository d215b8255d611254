import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { archiveOfSpace, ownArchive } from './service.ts';

export function archiveRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.downloadOwnArchive, ({ db, scope }) => ownArchive(db, scope));
  serve(app, contract.downloadSpaceArchive, ({ env, db, scope, params }) =>
    archiveOfSpace(env, db, scope, params.id),
  );
}
