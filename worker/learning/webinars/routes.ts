import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import { deleteUploaded, partsOfUpload, receiveUpload } from '../media/service-uploads.ts';
import * as contract from './contract.ts';
import { calendarOf, hostClashes, pageOfAttendance, pageOfWebinars, webinarOf } from './queries.ts';
import { completeWebinarFile, ownerOf, rulesFor } from './service-files.ts';
import {
  cancelWebinar,
  createWebinar,
  deleteWebinar,
  joinWebinar,
  leaveWebinar,
  noteAttendance,
  removeWebinarPhoto,
  updateWebinar,
  uploadWebinarPhoto,
} from './service.ts';

export function webinarRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.listWebinars, ({ db, scope, query }) => pageOfWebinars(db, scope, query));
  serve(app, contract.createWebinar, ({ db, scope, body }) => createWebinar(db, scope, body));
  serve(app, contract.getWebinar, ({ env, db, scope, params }) => webinarOf(env, db, scope, params.id));
  serve(app, contract.updateWebinar, ({ db, scope, params, body }) =>
    updateWebinar(db, scope, params.id, body),
  );
  serve(app, contract.listHostClashes, ({ db, scope, query }) => hostClashes(db, scope, query));
  serve(app, contract.deleteWebinar, ({ db, scope, params }) => deleteWebinar(db, scope, params.id));
  serve(app, contract.cancelWebinar, ({ env, db, scope, params, body, later }) =>
    cancelWebinar(env, db, scope, params.id, body, later),
  );
  serve(app, contract.joinWebinar, ({ db, scope, params }) => joinWebinar(db, scope, params.id));
  serve(app, contract.leaveWebinar, ({ db, scope, params }) => leaveWebinar(db, scope, params.id));
  serve(app, contract.listAttendance, ({ db, scope, params, query }) =>
    pageOfAttendance(db, scope, params.id, query),
  );
  serve(app, contract.noteAttendance, ({ db, scope, params, body }) =>
    noteAttendance(db, scope, params.id, body),
  );
  serve(app, contract.webinarCalendar, ({ env, db, scope, params }) => calendarOf(env, db, scope, params.id));
  serve(app, contract.uploadWebinarPhoto, ({ env, db, scope, params, upload }) =>
    uploadWebinarPhoto(env, db, scope, params.id, upload),
  );
  serve(app, contract.removeWebinarPhoto, ({ env, db, scope, params }) =>
    removeWebinarPhoto(env, db, scope, params.id),
  );
  serve(app, contract.uploadWebinarFile, ({ env, db, scope, params, ...call }) =>
    receiveUpload(env, db, scope, ownerOf(params.id), call, 'file', rulesFor),
  );
  serve(app, contract.listWebinarFileParts, ({ env, db, scope, params, body }) =>
    partsOfUpload(env, db, scope, ownerOf(params.id), params.fileId, body.numbers),
  );
  serve(app, contract.completeWebinarFile, ({ env, db, scope, params, body }) =>
    completeWebinarFile(env, db, scope, params, body),
  );
  serve(app, contract.deleteWebinarFile, ({ env, db, scope, params }) =>
    deleteUploaded(env, db, scope, ownerOf(params.id), params.fileId),
  );
}
