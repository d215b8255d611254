import { Hono } from 'hono';
import { accountRoutes } from './identity/accounts/routes.ts';
import { archiveRoutes } from './service/archives/routes.ts';
import { attemptRoutes } from './exams/attempts/routes.ts';
import { certificateRoutes } from './exams/certificates/routes.ts';
import { chronologyRoutes } from './learning/chronology/routes.ts';
import { companyRoutes } from './identity/companies/routes.ts';
import { courseRoutes } from './learning/courses/routes.ts';
import { dashboardRoutes } from './insight/dashboard/routes.ts';
import { directoryRoutes } from './people/directories/routes.ts';
import { dispatchRoutes } from './learning/dispatches/routes.ts';
import { erasureRoutes } from './service/erasure/routes.ts';
import { AppError } from './errors/app-error.ts';
import { factorRoutes } from './identity/factors/routes.ts';
import { bankRoutes } from './exams/bank/routes.ts';
import { exchangeRoutes } from './exams/exchange/routes.ts';
import { conditionRoutes } from './exams/conditions/routes.ts';
import { checkRoutes } from './exams/checks/routes.ts';
import { formRoutes } from './exams/forms/routes.ts';
import { groupRoutes } from './people/groups/routes.ts';
import { getHealth } from './service/health/contract.ts';
import { healthRoutes } from './service/health/routes.ts';
import { historyRoutes } from './insight/history/routes.ts';
import { importRoutes } from './people/imports/routes.ts';
import { invitationRoutes } from './people/invitations/routes.ts';
import { copyRoutes } from './learning/copies/routes.ts';
import { libraryRoutes } from './learning/library/routes.ts';
import { handinRoutes } from './exams/handins/routes.ts';
import { markRoutes } from './exams/marks/routes.ts';
import { materialRoutes } from './learning/materials/routes.ts';
import { noteRoutes } from './learning/notes/routes.ts';
import { mediaRoutes } from './learning/media/routes.ts';
import { packageRoutes } from './learning/packages/routes.ts';
import { notificationRoutes } from './service/notifications/routes.ts';
import { refuseUnsafeDatabase } from './platform/database/database.ts';
import { openApiOf } from './platform/http/openapi.ts';
import { answerPage, isOfApi } from './platform/http/page.ts';
import type { App } from './platform/http/app.ts';
import { replyJson } from './platform/http/replies.ts';
import { answerCall, answerError, answerUnknown } from './platform/http/serve.ts';
import { sheetRoutes } from './exams/sheets/routes.ts';
import { printRoutes } from './exams/prints/routes.ts';
import { programRoutes } from './learning/programs/routes.ts';
import { resultRoutes } from './exams/results/routes.ts';
import { searchRoutes } from './insight/search/routes.ts';
import { socialRoutes } from './identity/social/routes.ts';
import { statisticRoutes } from './insight/statistics/routes.ts';
import { supportRoutes } from './service/support/routes.ts';
import { todayRoutes } from './insight/today/routes.ts';
import { userRoutes } from './people/users/routes.ts';
import { webinarRoutes } from './learning/webinars/routes.ts';

/** Each mounts the endpoints of its slice. */
const SLICES = [
  healthRoutes,
  accountRoutes,
  invitationRoutes,
  factorRoutes,
  socialRoutes,
  companyRoutes,
  userRoutes,
  archiveRoutes,
  erasureRoutes,
  importRoutes,
  groupRoutes,
  directoryRoutes,
  programRoutes,
  chronologyRoutes,
  courseRoutes,
  copyRoutes,
  libraryRoutes,
  historyRoutes,
  materialRoutes,
  noteRoutes,
  packageRoutes,
  dispatchRoutes,
  mediaRoutes,
  formRoutes,
  conditionRoutes,
  exchangeRoutes,
  bankRoutes,
  attemptRoutes,
  handinRoutes,
  resultRoutes,
  checkRoutes,
  markRoutes,
  printRoutes,
  sheetRoutes,
  certificateRoutes,
  statisticRoutes,
  dashboardRoutes,
  supportRoutes,
  todayRoutes,
  searchRoutes,
  webinarRoutes,
  notificationRoutes,
];

/** The whole API: slices mounted on one router with one error handler; whatever it does not know is a page or unknown. */
export function createApp(): App {
  const app: App = { hono: new Hono({ strict: false }), endpoints: [], contracts: [], admit };
  const { hono } = app;
  hono.onError(answerError);
  hono.notFound((c) =>
    isOfApi(c.req.path) ? answerCall(app, c, () => answerUnknown(app, c)) : answerPage(c.env, c.req.raw),
  );
  for (const mount of SLICES) mount(app);
  hono.get('/.well-known/security.txt', (c) =>
    answerCall(app, c, () => {
      const address = c.env.SUPPORT_EMAIL;
      return address ? c.text(securityContact(address, new Date())) : answerUnknown(app, c);
    }),
  );
  // Made once: it takes longer than any other answer, and is for everybody.
  let document: object | undefined;
  hono.get('/api/v1/openapi.json', (c) =>
    answerCall(app, c, () => replyJson(c, (document ??= openApiOf(app, c.env.PRODUCT_NAME)))),
  );
  return app;
}

/** What every call has to meet. Errors: https_required; an unsafe database. */
const admit: App['admit'] = (c) => {
  // No redirect, which would hide that the token has travelled readable.
  if (c.req.url.startsWith('http:') && c.env.APP_URL.startsWith('https:'))
    throw new AppError('https_required');
  // Whether the database answers is what health is asked for.
  return c.req.path === getHealth.path
    ? undefined
    : refuseUnsafeDatabase(c.env, (work) => c.executionCtx.waitUntil(work));
};

/** Whom to tell of a weakness (RFC 9116); the text holds for half a year from when it is read. */
function securityContact(address: string, now: Date): string {
  const expires = new Date(now.getTime() + 183 * 86_400_000).toISOString();
  return `Contact: mailto:${address}\nExpires: ${expires}\nPreferred-Languages: uk, en, de\n`;
}
