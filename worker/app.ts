import { Hono } from 'hono';
import { accountRoutes } from './accounts/routes.ts';
import { archiveRoutes } from './archives/routes.ts';
import { attemptRoutes } from './attempts/routes.ts';
import { certificateRoutes } from './certificates/routes.ts';
import { chronologyRoutes } from './chronology/routes.ts';
import { companyRoutes } from './companies/routes.ts';
import { courseRoutes } from './courses/routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { erasureRoutes } from './erasure/routes.ts';
import { AppError } from './errors/app-error.ts';
import { factorRoutes } from './factors/routes.ts';
import { formRoutes } from './forms/routes.ts';
import { groupRoutes } from './groups/routes.ts';
import { getHealth } from './health/contract.ts';
import { healthRoutes } from './health/routes.ts';
import { historyRoutes } from './history/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { invitationRoutes } from './invitations/routes.ts';
import { libraryRoutes } from './library/routes.ts';
import { materialRoutes } from './materials/routes.ts';
import { mediaRoutes } from './media/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { refuseUnsafeDatabase } from './platform/database.ts';
import { openApiOf } from './platform/openapi.ts';
import { answerError, noteAnswer, replyJson, type App } from './platform/serve.ts';
import { programRoutes } from './programs/routes.ts';
import { resultRoutes } from './results/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { socialRoutes } from './social/routes.ts';
import { statisticRoutes } from './statistics/routes.ts';
import { supportRoutes } from './support/routes.ts';
import { todayRoutes } from './today/routes.ts';
import { userRoutes } from './users/routes.ts';
import { webinarRoutes } from './webinars/routes.ts';

/** The whole API: slices mounted on one router with one error handler. */
export function createApp(): App {
  const app: App = { hono: new Hono({ strict: false }), endpoints: [] };
  const { hono } = app;
  hono.use(async (c, next) => {
    const started = Date.now();
    c.set('request_id', requestIdOf(c.req.header('CF-Ray')));
    await next();
    noteAnswer(c, Date.now() - started);
  });
  hono.use(async (c, next) => {
    // No redirect, which would hide that the token has travelled readable.
    if (c.req.url.startsWith('http:') && c.env.APP_URL.startsWith('https:'))
      throw new AppError('https_required');
    // Whether the database answers is what health is asked for.
    if (c.req.path !== getHealth.path) await refuseUnsafeDatabase(c.env);
    await next();
  });
  hono.onError(answerError);
  hono.notFound((c) => answerError(new AppError('not_found'), c));

  healthRoutes(app);
  accountRoutes(app);
  invitationRoutes(app);
  factorRoutes(app);
  socialRoutes(app);
  companyRoutes(app);
  userRoutes(app);
  archiveRoutes(app);
  erasureRoutes(app);
  importRoutes(app);
  groupRoutes(app);
  programRoutes(app);
  chronologyRoutes(app);
  courseRoutes(app);
  libraryRoutes(app);
  historyRoutes(app);
  materialRoutes(app);
  mediaRoutes(app);
  formRoutes(app);
  attemptRoutes(app);
  resultRoutes(app);
  certificateRoutes(app);
  statisticRoutes(app);
  dashboardRoutes(app);
  supportRoutes(app);
  todayRoutes(app);
  searchRoutes(app);
  webinarRoutes(app);
  notificationRoutes(app);
  hono.get('/api/v1/openapi.json', (c) => replyJson(c, openApiOf(app.endpoints, c.env.PRODUCT_NAME)));
  return app;
}

/** The platform's id of a request; elsewhere anybody could send one, so it has to look like it. */
const requestIdOf = (ray: string | undefined): string =>
  ray && /^[\w-]{1,64}$/.test(ray) ? ray : crypto.randomUUID();
