import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { contactsOf } from './queries.ts';
import { giveFeedback } from './service.ts';

export function supportRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.getContacts, ({ env, db, scope }) => contactsOf(env, db, scope));
  serve(app, contract.giveFeedback, ({ env, db, scope, body, file, sender, later }) =>
    giveFeedback(env, db, scope, { ...body, device: sender().device }, file, later),
  );
}
