import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { pageOfInReview, pageOfToday, todayOf } from './queries.ts';
import { previewReminders, sendReminders } from './service.ts';

export function todayRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.getToday, ({ db, scope }) => todayOf(db, scope));
  serve(app, contract.listInReview, ({ db, scope, query }) => pageOfInReview(db, scope, query));
  serve(app, contract.listRetakeAsked, ({ db, scope, query }) =>
    pageOfToday(db, scope, 'retake_asked', query),
  );
  serve(app, contract.listFailedTwice, ({ db, scope, query }) =>
    pageOfToday(db, scope, 'failed_twice', query),
  );
  serve(app, contract.listOverdue, ({ db, scope, query }) => pageOfToday(db, scope, 'overdue', query));
  serve(app, contract.listDueSoon, ({ db, scope, query }) => pageOfToday(db, scope, 'due_soon', query));
  serve(app, contract.listCertificateExpired, ({ db, scope, query }) =>
    pageOfToday(db, scope, 'certificate_expired', query),
  );
  serve(app, contract.listCertificateExpiring, ({ db, scope, query }) =>
    pageOfToday(db, scope, 'certificate_expiring', query),
  );
  serve(app, contract.listSilent, ({ db, scope, query }) => pageOfToday(db, scope, 'silent', query));
  serve(app, contract.previewReminders, ({ env, db, scope, body }) => previewReminders(env, db, scope, body));
  serve(app, contract.sendReminders, ({ env, db, scope, body, later }) =>
    sendReminders(env, db, scope, body, later),
  );
}
