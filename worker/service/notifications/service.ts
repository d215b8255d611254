import type { Env, Scope } from '../../platform/context.ts';
import type { BodyOf, ResponseOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { build, prepared, type Given } from '../../platform/database/queries.ts';
import { leftFailed, tellLeft } from '../../platform/http/operations.ts';
import { productOf, sendDueMails } from '../../platform/mail.ts';
import type * as contract from './contract.ts';
import * as call from './functions.ts';
import { notification_settings } from './tables.ts';
import { notificationMails } from './mails.ts';
import { chosen } from './queries.ts';

/** Marks the caller's own as read, also again. Errors: not_found for any that is not theirs. */
export async function readNotifications(
  db: Db,
  scope: Scope,
  { ids: named = [], up_to }: BodyOf<typeof contract.readNotifications>,
): Promise<undefined> {
  await db.run(scope, call.readNotifications({ ids: named, up_to: up_to ?? null }));
}

/** Undefined leaves it as it was, nothing takes it away. */
const minutesOf = (clock: string | null | undefined) =>
  clock ? Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)) : clock === undefined ? undefined : null;

interface Choices {
  user_id: number;
  muted: string[] | undefined;
  quiet_from: number | null | undefined;
  quiet_to: number | null | undefined;
  time_zone: string | null | undefined;
}

const keepChoices = prepared(({ user_id, ...choices }: Given<Choices>) =>
  build
    .insert(notification_settings)
    .values({ user_id, ...choices })
    // Something is set, also where nothing is given.
    .onConflictDoUpdate({ target: notification_settings.user_id, set: { user_id, ...choices } }),
);

/** Keeps what is given of the caller's choices and leaves the rest as it was; they hold for mails queued from now on. */
export async function updateSettings(
  db: Db,
  scope: Scope,
  body: BodyOf<typeof contract.updateNotificationSettings>,
): Promise<ResponseOf<typeof contract.getNotificationSettings>> {
  const { muted, quiet_from, quiet_to, time_zone } = body;
  const { user_id } = scope;
  const choices = {
    muted: muted && [...new Set(muted)],
    quiet_from: minutesOf(quiet_from),
    quiet_to: minutesOf(quiet_to),
    time_zone,
  };
  const [, [settings]] = await db.run(scope, keepChoices({ user_id, ...choices }), chosen({ user_id }));
  return settings!;
}

/**
 * The minute's job: queues the mails that are due, and once an hour finds what comes to be due or open. Whoever runs it
 * at the same time, each is told once. Fails, once everybody else is told, where something of a company cannot be.
 * @returns how many mails were queued
 */
export async function sweepNotifications(env: Env, db: Db): Promise<number> {
  const words = notificationMails(productOf(env));
  const [[mails], left] = await db.system(call.sweepNotifications({ mails: words }), leftFailed({}));
  if (mails) await sendDueMails(env, db);
  tellLeft(left);
  return mails!;
}
