import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { pageOfNotes } from './queries.ts';
import { addBookmark, deleteNote, saveNote } from './service.ts';

export function noteRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.listNotes, ({ db, scope, query }) => pageOfNotes(db, scope, query));
  serve(app, contract.saveNote, ({ db, scope, params, body }) => saveNote(db, scope, params, body));
  serve(app, contract.addBookmark, ({ db, scope, params, body }) => addBookmark(db, scope, params, body));
  serve(app, contract.deleteNote, ({ db, scope, params }) => deleteNote(db, scope, params.id));
}
