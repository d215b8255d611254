import { serve, type App } from '../platform/serve.ts';
import * as contract from './contract.ts';
import { pageOfPrograms, programOf } from './queries.ts';

export function programRoutes(app: App) {
  serve(app, contract.listPrograms, ({ db, scope, query }) => pageOfPrograms(db, scope, query));
  serve(app, contract.getProgram, ({ db, scope, params }) => programOf(db, scope, params.id));
}
