import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { bankQuestionOf, figuresOfDraws, foldersOf, linksOf, pageOfBankQuestions } from './queries.ts';
import { exportBankQuestions, importBankQuestions } from './service-files.ts';
import {
  createBankQuestion,
  createFolder,
  deleteFolder,
  placeBankQuestions,
  restoreBankQuestion,
  settleLink,
  updateBankQuestion,
  updateFolder,
} from './service.ts';

export function bankRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.listFolders, ({ db, scope }) => foldersOf(db, scope));
  serve(app, contract.createFolder, ({ db, scope, body }) => createFolder(db, scope, body));
  serve(app, contract.updateFolder, ({ db, scope, params, body }) =>
    updateFolder(db, scope, params.id, body),
  );
  serve(app, contract.deleteFolder, ({ db, scope, params }) => deleteFolder(db, scope, params.id));
  serve(app, contract.listBankQuestions, ({ db, scope, query }) => pageOfBankQuestions(db, scope, query));
  serve(app, contract.createBankQuestion, ({ db, scope, body }) => createBankQuestion(db, scope, body));
  serve(app, contract.getBankQuestion, ({ env, db, scope, params }) =>
    bankQuestionOf(env, db, scope, params.id),
  );
  serve(app, contract.updateBankQuestion, ({ db, scope, params, body }) =>
    updateBankQuestion(db, scope, params.id, body),
  );
  serve(app, contract.restoreBankQuestion, ({ db, scope, params, body }) =>
    restoreBankQuestion(db, scope, params.id, body),
  );
  serve(app, contract.importBankQuestions, async ({ env, db, scope, query, upload }) =>
    importBankQuestions(env, db, scope, query, await upload()),
  );
  serve(app, contract.exportBankQuestions, ({ env, db, scope, query }) =>
    exportBankQuestions(env, db, scope, query),
  );
  serve(app, contract.placeBankQuestions, ({ db, scope, body }) => placeBankQuestions(db, scope, body));
  serve(app, contract.listLinks, ({ env, db, scope, params }) => linksOf(env, db, scope, params));
  serve(app, contract.settleLink, ({ db, scope, params, body }) => settleLink(db, scope, params.id, body));
  serve(app, contract.drawFigures, ({ db, scope, params, body }) => figuresOfDraws(db, scope, params, body));
}
