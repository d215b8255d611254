import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import {
  groupOf,
  groupStudentsToExport,
  pageOfGroupMembers,
  pageOfGroups,
  previewOfRule,
} from './queries.ts';
import { addGroupMembers, createGroup, deleteGroup, removeGroupMember, updateGroup } from './service.ts';

export function groupRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.listGroups, ({ db, scope, query }) => pageOfGroups(db, scope, query));
  serve(app, contract.createGroup, ({ db, scope, body }) => createGroup(db, scope, body));
  serve(app, contract.getGroup, ({ db, scope, params }) => groupOf(db, scope, params.id));
  serve(app, contract.updateGroup, ({ db, scope, params, body }) => updateGroup(db, scope, params.id, body));
  serve(app, contract.deleteGroup, ({ db, scope, params }) => deleteGroup(db, scope, params.id));
  serve(app, contract.listGroupMembers, ({ db, scope, query }) => pageOfGroupMembers(db, scope, query));
  serve(app, contract.exportGroupStudents, async ({ db, scope, query }) => {
    const exported = await groupStudentsToExport(db, scope, query);
    // The writer of sheets is large, and few ask for one.
    const { writeStudents } = await import('./sheet-writer.ts');
    return writeStudents(exported);
  });
  serve(app, contract.addGroupMembers, ({ env, db, scope, body, later }) =>
    addGroupMembers(env, db, scope, body, later),
  );
  serve(app, contract.previewRule, ({ db, scope, body }) => previewOfRule(db, scope, body));
  serve(app, contract.removeGroupMember, ({ db, scope, params }) => removeGroupMember(db, scope, params));
}
