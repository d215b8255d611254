import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { libraryChangesOf, libraryCourseOf, pageOfLibrary } from './queries.ts';
import { cloneCourse, decideLibraryChanges } from './service.ts';

export function libraryRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.listLibrary, ({ db, scope, query }) => pageOfLibrary(db, scope, query));
  serve(app, contract.getLibraryCourse, ({ db, scope, params }) => libraryCourseOf(db, scope, params.id));
  serve(app, contract.cloneCourse, ({ db, scope, params, body }) => cloneCourse(db, scope, params.id, body));
  serve(app, contract.getLibraryChanges, ({ db, scope, params }) => libraryChangesOf(db, scope, params.id));
  serve(app, contract.decideLibraryChanges, ({ db, scope, params, body }) =>
    decideLibraryChanges(db, scope, params.id, body),
  );
}
