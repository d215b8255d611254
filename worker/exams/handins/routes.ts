import { deleteUploaded, partsOfUpload } from '../../learning/media/service-uploads.ts';
import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { completeAnswerFile, ownerOf, receiveAnswerFile } from './service.ts';

export function handinRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.uploadAnswerFile, ({ env, db, scope, params, ...call }) =>
    receiveAnswerFile(env, db, scope, params, call),
  );
  serve(app, contract.listAnswerFileParts, ({ env, db, scope, params, body }) =>
    partsOfUpload(env, db, scope, ownerOf(params), params.fileId, body.numbers),
  );
  serve(app, contract.completeAnswerFile, ({ env, db, scope, params, body }) =>
    completeAnswerFile(env, db, scope, params, body),
  );
  serve(app, contract.removeAnswerFile, ({ env, db, scope, params }) =>
    deleteUploaded(env, db, scope, ownerOf(params), params.fileId),
  );
}
