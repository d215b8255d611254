import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { chronologyOf, chronologyStudentsToExport, pageOfChronologyStudents } from './queries.ts';
import { previewChronology, saveChronology, setCourseDueDate } from './service.ts';

export function chronologyRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.getChronology, ({ db, scope, params }) => chronologyOf(db, scope, params.id));
  serve(app, contract.saveChronology, ({ db, scope, params, body }) =>
    saveChronology(db, scope, params.id, body),
  );
  serve(app, contract.previewChronology, ({ db, scope, params, body }) =>
    previewChronology(db, scope, params.id, body),
  );
  serve(app, contract.listChronologyStudents, ({ db, scope, params, query }) =>
    pageOfChronologyStudents(db, scope, params.id, query),
  );
  serve(app, contract.exportChronologyStudents, async ({ db, scope, params, query }) => {
    const exported = await chronologyStudentsToExport(db, scope, params.id, query);
    // The writer of sheets is large, and few ask for one.
    const { writeStudents } = await import('./sheet-writer.ts');
    return writeStudents(exported);
  });
  serve(app, contract.setCourseDueDate, ({ db, scope, params, body }) =>
    setCourseDueDate(db, scope, params.id, body),
  );
}
