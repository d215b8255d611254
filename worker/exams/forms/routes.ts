import { deleteUploaded, partsOfUpload } from '../../learning/media/service-uploads.ts';
import { listedOf } from '../../platform/database/list.ts';
import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as questions from '../questions/contract.ts';
import * as contract from './contract.ts';
import { pageOfBank } from './queries-bank.ts';
import { pageOfFormNames, pageOfForms, pageOfQuestions } from './queries-directory.ts';
import { formOf, publishingOf, questionsOf } from './queries.ts';
import { completeQuestionFile, ownerOf, receiveQuestionFile } from './service-files.ts';
import {
  copyQuestions,
  createForm,
  deleteQuestion,
  publishForm,
  updateForm,
  updateQuestions,
} from './service.ts';

export function formRoutes(app: App) {
  app.contracts.push(contract, questions);
  serve(app, contract.getForm, ({ env, db, scope, params }) => formOf(env, db, scope, params));
  serve(app, contract.getQuestions, ({ env, db, scope, params }) => questionsOf(env, db, scope, params.id));
  serve(app, contract.createForm, ({ db, scope, params, body }) => createForm(db, scope, params.id, body));
  serve(app, contract.listQuestions, ({ db, scope, query }) => pageOfQuestions(db, scope, query));
  serve(app, contract.listForms, ({ db, scope, params, query }) => pageOfForms(db, scope, params.id, query));
  serve(app, contract.listFormNames, ({ db, scope, query }) => pageOfFormNames(db, scope, query));
  serve(app, contract.listFormTypes, async ({ db, scope, query }) => {
    await db.run(scope);
    return listedOf(contract.FORM_TYPES, query);
  });
  serve(app, contract.updateForm, ({ db, scope, params, body }) => updateForm(db, scope, params, body));
  serve(app, contract.updateQuestions, ({ env, db, scope, body }) => updateQuestions(env, db, scope, body));
  serve(app, contract.deleteQuestion, ({ db, scope, params, query }) =>
    deleteQuestion(db, scope, params.id, query),
  );
  serve(app, contract.publishForm, ({ db, scope, params }) => publishForm(db, scope, params));
  serve(app, contract.publishingOf, ({ db, scope, params }) => publishingOf(db, scope, params));
  serve(app, contract.questionBank, ({ db, scope, query }) => pageOfBank(db, scope, query));
  serve(app, contract.copyQuestions, ({ env, db, scope, params, body }) =>
    copyQuestions(env, db, scope, params, body),
  );
  serve(app, contract.uploadQuestionFile, ({ env, db, scope, params, ...call }) =>
    receiveQuestionFile(env, db, scope, params.id, call),
  );
  serve(app, contract.listQuestionFileParts, ({ env, db, scope, params, body }) =>
    partsOfUpload(env, db, scope, ownerOf(params.id), params.fileId, body.numbers),
  );
  serve(app, contract.completeQuestionFile, ({ env, db, scope, params, body }) =>
    completeQuestionFile(env, db, scope, params, body),
  );
  serve(app, contract.removeQuestionFile, ({ env, db, scope, params }) =>
    deleteUploaded(env, db, scope, ownerOf(params.id), params.fileId),
  );
}
