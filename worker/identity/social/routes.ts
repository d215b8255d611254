import type { App } from '../../platform/http/app.ts';
import { serve, servePublic } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { convertToken, createSocialLink, deleteSocialLink, exchangeCode, signInOptions } from './service.ts';

export function socialRoutes(app: App) {
  app.contracts.push(contract);
  servePublic(app, contract.signInOptions, async ({ env }) => signInOptions(env));
  servePublic(app, contract.exchangeCode, ({ env, body }) => exchangeCode(env, body));
  servePublic(app, contract.convertToken, ({ env, db, sender, body, later }) =>
    convertToken(env, db, sender(), body, later),
  );
  serve(app, contract.createSocialLink, ({ env, db, scope, sender, body, later }) =>
    createSocialLink(env, db, scope, sender(), body, later),
  );
  serve(app, contract.deleteSocialLink, ({ env, db, scope, sender, params, later }) =>
    deleteSocialLink(env, db, scope, sender(), params.backend, later),
  );
}
