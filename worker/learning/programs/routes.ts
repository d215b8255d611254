import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { pageOfPrograms, pageOfProgramTags, programOf } from './queries.ts';
import {
  createProgram,
  deleteProgram,
  removeProgramPhoto,
  updateProgram,
  uploadProgramPhoto,
} from './service.ts';

export function programRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.listPrograms, ({ db, scope, query }) => pageOfPrograms(db, scope, query));
  serve(app, contract.createProgram, ({ db, scope, body }) => createProgram(db, scope, body));
  serve(app, contract.getProgram, ({ db, scope, params }) => programOf(db, scope, params.id));
  serve(app, contract.updateProgram, ({ db, scope, params, body }) =>
    updateProgram(db, scope, params.id, body),
  );
  serve(app, contract.deleteProgram, ({ db, scope, params }) => deleteProgram(db, scope, params.id));
  serve(app, contract.uploadProgramPhoto, ({ env, db, scope, params, upload }) =>
    uploadProgramPhoto(env, db, scope, params.id, upload),
  );
  serve(app, contract.removeProgramPhoto, ({ env, db, scope, params }) =>
    removeProgramPhoto(env, db, scope, params.id),
  );
  serve(app, contract.listProgramTags, ({ db, scope, query }) => pageOfProgramTags(db, scope, query));
}
