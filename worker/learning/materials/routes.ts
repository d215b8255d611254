import { deleteUploaded, partsOfUpload, receiveUpload } from '../media/service-uploads.ts';
import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { materialOf, studentMaterials } from './queries.ts';
import { completeMaterialFile, ownerOf, rulesFor } from './service-files.ts';
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
  app.contracts.push(contract);
  serve(app, contract.createMaterial, ({ db, scope, params, body }) =>
    createMaterial(db, scope, params.id, body),
  );
  serve(app, contract.getMaterial, ({ env, db, scope, params }) => materialOf(env, db, scope, params));
  serve(app, contract.updateMaterial, ({ db, scope, params, body }) =>
    updateMaterial(db, scope, params, body),
  );
  serve(app, contract.replaceMaterial, ({ db, scope, params, body }) =>
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
  serve(app, contract.uploadFile, ({ env, db, scope, params, ...call }) =>
    receiveUpload(env, db, scope, ownerOf(params), call, 'attachment', rulesFor),
  );
  serve(app, contract.listFileParts, ({ env, db, scope, params, body }) =>
    partsOfUpload(env, db, scope, ownerOf(params), params.fileId, body.numbers),
  );
  serve(app, contract.completeFile, ({ env, db, scope, params, body }) =>
    completeMaterialFile(env, db, scope, params, body),
  );
  serve(app, contract.deleteFile, ({ env, db, scope, params }) =>
    deleteUploaded(env, db, scope, ownerOf(params), params.fileId),
  );
}
