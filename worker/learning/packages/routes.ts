import { partsOfUpload, receiveUpload } from '../media/service-uploads.ts';
import { ownerOf } from '../materials/service-files.ts';
import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { answersOfPackage } from './queries-answers.ts';
import { packageOf, pageOfTries, tryOf } from './queries.ts';
import { completePackage, startPackage, updatePackage } from './service.ts';
import { commitWaiting } from './service-commits.ts';
import { rulesFor } from './service-uploads.ts';

export function packageRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.uploadPackage, ({ env, db, scope, params, body }) =>
    receiveUpload(
      env,
      db,
      scope,
      ownerOf(params),
      { query: {}, body: { ...body, kind: 'main' }, file: null },
      'main',
      rulesFor,
    ),
  );
  serve(app, contract.listPackageParts, ({ env, db, scope, params, body }) =>
    partsOfUpload(env, db, scope, ownerOf(params), params.fileId, body.numbers),
  );
  serve(app, contract.completePackage, ({ env, db, scope, params, body }) =>
    completePackage(env, db, scope, params, body),
  );
  serve(app, contract.getPackage, ({ db, scope, params }) => packageOf(db, scope, params));
  serve(app, contract.updatePackage, ({ db, scope, params, body }) => updatePackage(db, scope, params, body));
  serve(app, contract.startPackage, ({ env, db, scope, params, body }) =>
    startPackage(env, db, scope, params, body),
  );
  serve(app, contract.commitPackage, ({ db, scope, params, body }) => commitWaiting(db, scope, params, body));
  serve(app, contract.listPackageTries, ({ db, scope, params, query }) =>
    pageOfTries(db, scope, params, query),
  );
  serve(app, contract.getPackageAnswers, ({ db, scope, params }) => answersOfPackage(db, scope, params));
  serve(app, contract.getPackageTry, ({ db, scope, params }) => tryOf(db, scope, params));
}
