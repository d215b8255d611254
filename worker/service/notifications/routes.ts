import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as contract from './contract.ts';
import { pageOfNotifications, settingsOf, unreadOf } from './queries.ts';
import { readNotifications, updateSettings } from './service.ts';

export function notificationRoutes(app: App) {
  app.contracts.push(contract);
  serve(app, contract.listNotifications, ({ db, scope, query }) => pageOfNotifications(db, scope, query));
  serve(app, contract.getUnread, ({ db, scope }) => unreadOf(db, scope));
  serve(app, contract.readNotifications, ({ db, scope, body }) => readNotifications(db, scope, body));
  serve(app, contract.getNotificationSettings, ({ db, scope }) => settingsOf(db, scope));
  serve(app, contract.updateNotificationSettings, ({ db, scope, body }) => updateSettings(db, scope, body));
}
