import { serve, type App } from '../platform/serve.ts';
import * as contract from './contract.ts';
import { materialOf } from './queries.ts';
import {
  createMaterial,
  deleteMaterial,
  finishMaterial,
  updateMaterial,
  updateMaterialsSequence,
} from './service.ts';

export function materialRoutes(app: App) {
  serve(app, contract.createMaterial, ({ db, scope, params, body }) =>
    createMaterial(db, scope, params.id, body),
  );
  serve(app, contract.getMaterial, ({ db, scope, params }) => materialOf(db, scope, params));
  serve(app, contract.updateMaterial, ({ db, scope, params, body }) =>
    updateMaterial(db, scope, params, body),
  );
  serve(app, contract.deleteMaterial, ({ db, scope, params }) => deleteMaterial(db, scope, params));
  serve(app, contract.updateMaterialsSequence, ({ db, scope, params, body }) =>
    updateMaterialsSequence(db, scope, params.id, body.material_ids),
  );
  serve(app, contract.finishMaterial, ({ db, scope, params }) => finishMaterial(db, scope, params));
}
