import { serve, type App } from '../../platform/serve.ts';
import * as contract from './contract.ts';
import { bankQuestionOf, figuresOfDraws, foldersOf, pageOfBankQuestions } from './queries.ts';
import {
  createBankQuestion,
  createFolder,
  deleteFolder,
  placeBankQuestions,
  updateBankQuestion,
  updateFolder,
} from './service.ts';

export function bankRoutes(app: App) {
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
  serve(app, contract.placeBankQuestions, ({ db, scope, body }) => placeBankQuestions(db, scope, body));
  serve(app, contract.drawFigures, ({ db, scope, params, body }) => figuresOfDraws(db, scope, params, body));
}
