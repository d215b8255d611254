import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { accountRoutes } from './accounts/routes.ts';
import { attemptRoutes } from './attempts/routes.ts';
import { certificateRoutes } from './certificates/routes.ts';
import { chronologyRoutes } from './chronology/routes.ts';
import { companyRoutes } from './companies/routes.ts';
import { courseRoutes } from './courses/routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { AppError } from './errors/app-error.ts';
import { factorRoutes } from './factors/routes.ts';
import { formRoutes } from './forms/routes.ts';
import { groupRoutes } from './groups/routes.ts';
import { historyRoutes } from './history/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { libraryRoutes } from './library/routes.ts';
import { materialRoutes } from './materials/routes.ts';
import { mediaRoutes } from './media/routes.ts';
import { refuseUnsafeDatabase } from './platform/database.ts';
import { openApiOf } from './platform/openapi.ts';
import { answerError, type App } from './platform/serve.ts';
import { programRoutes } from './programs/routes.ts';
import { resultRoutes } from './results/routes.ts';
import { socialRoutes } from './social/routes.ts';
import { statisticRoutes } from './statistics/routes.ts';
import { todayRoutes } from './today/routes.ts';
import { userRoutes } from './users/routes.ts';
import { webinarRoutes } from './webinars/routes.ts';

/** The whole API: slices mounted on one router with one error handler. */
export function createApp(): App {
  const app: App = { hono: new Hono({ strict: false }), endpoints: [] };
  const { hono } = app;
  hono.use(secureHeaders());
  hono.use(async (c, next) => {
    c.set('request_id', c.req.header('CF-Ray') ?? crypto.randomUUID());
    await refuseUnsafeDatabase(c.env);
    await next();
    c.header('X-Request-Id', c.get('request_id'));
  });
  hono.onError(answerError);
  hono.notFound((c) => answerError(new AppError('not_found'), c));

  accountRoutes(app);
  factorRoutes(app);
  socialRoutes(app);
  companyRoutes(app);
  userRoutes(app);
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
  todayRoutes(app);
  webinarRoutes(app);
  hono.get('/api/v1/openapi.json', (c) => c.json(openApiOf(app.endpoints, c.env.PRODUCT_NAME)));
  return app;
}
