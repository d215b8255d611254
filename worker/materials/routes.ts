import { serve, type App } from '../platform/serve.ts';
import * as contract from './contract.ts';
import { materialOf, studentMaterials } from './queries.ts';
import { beginUpload, completeUpload, deleteFile, partsOf, takeFile } from './service-files.ts';
import {
  cloneMaterial,
  createMaterial,
  deleteMaterial,
  finishMaterial,
  reportProgress,
  unblockMaterial,
  updateMaterial,
  updateMaterialsSequence,
} from './service.ts';

export function materialRoutes(app: App) {
  serve(app, contract.createMaterial, ({ db, scope, params, body }) =>
    createMaterial(db, scope, params.id, body),
  );
  serve(app, contract.getMaterial, ({ env, db, scope, params }) => materialOf(env, db, scope, params));
  serve(app, contract.updateMaterial, ({ db, scope, params, body }) =>
    updateMaterial(db, scope, params, body),
  );
  serve(app, contract.deleteMaterial, ({ db, scope, params }) => deleteMaterial(db, scope, params));
  serve(app, contract.cloneMaterial, ({ db, scope, params }) => cloneMaterial(db, scope, params));
  serve(app, contract.updateMaterialsSequence, ({ db, scope, params, body }) =>
    updateMaterialsSequence(db, scope, params.id, body.material_ids),
  );
  serve(app, contract.finishMaterial, ({ db, scope, params }) => finishMaterial(db, scope, params));
  serve(app, contract.reportProgress, ({ db, scope, params, body }) =>
    reportProgress(db, scope, params, body),
  );
  serve(app, contract.listStudentMaterials, ({ db, scope, params }) => studentMaterials(db, scope, params));
  serve(app, contract.unblockMaterial, ({ db, scope, body }) => unblockMaterial(db, scope, body));
  serve(app, contract.uploadFile, async ({ env, db, scope, params, query, body, file }) =>
    file ? takeFile(env, db, scope, params, query, await file()) : beginUpload(env, db, scope, params, body),
  );
  serve(app, contract.listFileParts, ({ env, db, scope, params, body }) =>
    partsOf(env, db, scope, params, body.numbers),
  );
  serve(app, contract.completeFile, ({ env, db, scope, params, body }) =>
    completeUpload(env, db, scope, params, body),
  );
  serve(app, contract.deleteFile, ({ env, db, scope, params }) => deleteFile(env, db, scope, params));
}
