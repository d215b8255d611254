import { AppError } from '../../errors/app-error.ts';
import type { Scope } from '../../platform/context.ts';
import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { latestImports, peopleToExport, templateOf } from './queries.ts';
import { importPeople, readPeople } from './service.ts';
import { undoImport } from './service-undo.ts';

/** The company that a path names has to be the one acted in. */
function requireOwnCompany(scope: Scope, id: number): void {
  if (id !== scope.company_id) throw new AppError('not_found');
}

export function importRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.importFile, async ({ env, db, scope, params, query, upload, later }) => {
    requireOwnCompany(scope, params.id);
    return importPeople(env, db, scope, readPeople(await upload()), query, later);
  });
  serve(app, contract.importRows, async ({ env, db, scope, params, query, body, later }) => {
    requireOwnCompany(scope, params.id);
    const dry_run = body.dry_run || query.dry_run === 'true';
    return importPeople(env, db, scope, body, { ...body, dry_run }, later);
  });
  serve(app, contract.listImports, ({ db, scope, params }) => {
    requireOwnCompany(scope, params.id);
    return latestImports(db, scope);
  });
  serve(app, contract.undoImport, ({ db, scope, params, body }) => {
    requireOwnCompany(scope, params.id);
    return undoImport(db, scope, body.batch);
  });
  serve(app, contract.importTemplate, async ({ db, scope }) => {
    const given = await templateOf(db, scope);
    // The writer is heavy, and few requests need it.
    const { writeTemplate } = await import('./template.ts');
    return writeTemplate(given, scope.user_type);
  });
  serve(app, contract.exportUsers, async ({ db, scope, params, query }) => {
    requireOwnCompany(scope, params.id);
    const { language, people } = await peopleToExport(db, scope, query);
    const { writePeople } = await import('./template.ts');
    return writePeople(people, language);
  });
}
