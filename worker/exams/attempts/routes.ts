import { mailCertificates } from '../certificates/service.ts';
import { listedOf } from '../../platform/database/list.ts';
import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { outagePreview, timelineOf } from './queries-events.ts';
import { resultOf } from './queries-results.ts';
import { introductionOf, pageOfAppointedForms } from './queries.ts';
import * as grants from './grants/contract.ts';
import { giveOutageMinutes, grantTime } from './grants/service.ts';
import { previewOf } from './service-preview.ts';
import { finishAttempt, saveAttempt, startAttempt } from './service.ts';

export function attemptRoutes(app: App) {
  app.contracts.push(contract, grants);
  serve(app, contract.listPassedFormStatuses, async ({ db, scope, query }) => {
    await db.run(scope);
    return listedOf(contract.PASSED_FORM_STATUSES, query);
  });
  serve(app, contract.formIntroduction, ({ db, scope, params }) => introductionOf(db, scope, params.id));
  serve(app, contract.startFormPassing, ({ env, db, scope, body }) => startAttempt(env, db, scope, body));
  serve(app, contract.studentPassedForm, ({ env, db, scope, body, later }) =>
    saveAttempt(env, db, scope, body, later),
  );
  serve(app, contract.sendStudentAnswers, async ({ env, db, scope, body, later }) => {
    const finished = await finishAttempt(db, scope, body);
    if (finished.can_download_certificate) later(mailCertificates(env, db));
    return finished;
  });
  serve(app, contract.getPassedForm, ({ env, db, scope, params }) => resultOf(env, db, scope, params.id));
  serve(app, contract.attemptTimeline, ({ db, scope, params }) => timelineOf(db, scope, params.id));
  serve(app, grants.grantTime, ({ env, db, scope, params, body }) =>
    grantTime(env, db, scope, params.id, body),
  );
  serve(app, grants.previewOutage, ({ db, scope, params, query }) =>
    outagePreview(db, scope, params.id, query),
  );
  serve(app, grants.giveOutageMinutes, ({ env, db, scope, params, body }) =>
    giveOutageMinutes(env, db, scope, params.id, body),
  );
  serve(app, contract.listAppointedForms, ({ db, scope, query }) => pageOfAppointedForms(db, scope, query));
  serve(app, contract.previewForm, ({ env, db, scope, params, body }) =>
    previewOf(env, db, scope, params, body),
  );
}
