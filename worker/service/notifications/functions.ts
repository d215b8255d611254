import { integer, json, listOf, nothing, nullable, sqlFunction } from '../../platform/database/functions.ts';

export const sweepNotifications = sqlFunction('sweep_notifications', { mails: json() }, integer);

export const readNotifications = sqlFunction(
  'read_notifications',
  { ids: listOf(integer), up_to: nullable(integer) },
  nothing,
);
