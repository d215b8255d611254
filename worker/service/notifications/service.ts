import { sql } from 'drizzle-orm';
import type { Env, Scope } from '../../platform/context.ts';
import type { BodyOf, ResponseOf } from '../../platform/contract.ts';
import { ids, json, statement, texts, type Db } from '../../platform/database.ts';
import { productOf, sendDueMails } from '../../platform/mail.ts';
import type * as contract from './contract.ts';
import { notificationMails } from './mails.ts';
import { chosen } from './queries.ts';

/** Marks the caller's own as read, also again. Errors: not_found for any that is not theirs. */
export async function readNotifications(
  db: Db,
  scope: Scope,
  { ids: named = [], up_to }: BodyOf<typeof contract.readNotifications>,
): Promise<undefined> {
  await db.run(scope, statement(sql`select read_notifications(${ids(named)}, ${up_to ?? null})`));
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Keeps what is given of the caller's choices and leaves the rest as it was; they hold for mails queued from now on. */
export async function updateSettings(
  db: Db,
  scope: Scope,
  body: BodyOf<typeof contract.updateNotificationSettings>,
): Promise<ResponseOf<typeof contract.getNotificationSettings>> {
  const { muted, quiet_from, quiet_to, time_zone } = body;
  const column = (name: 'muted' | 'quiet_from' | 'quiet_to' | 'time_zone', given: boolean) =>
    sql`${sql.identifier(name)} = ${given ? sql`excluded` : sql`s`}.${sql.identifier(name)}`;
  const [, [settings]] = await db.run(
    scope,
    statement(sql`
      insert into notification_settings as s (user_id, muted, quiet_from, quiet_to, time_zone)
        values (${scope.user_id}, ${texts([...new Set(muted)])}, ${quiet_from ? minutesOf(quiet_from) : null},
          ${quiet_to ? minutesOf(quiet_to) : null}, ${time_zone ?? sql`default`})
        on conflict (user_id) do update set ${column('muted', muted !== undefined)},
          ${column('quiet_from', quiet_from !== undefined)}, ${column('quiet_to', quiet_to !== undefined)},
          ${column('time_zone', time_zone !== undefined)}`),
    chosen(scope),
  );
  return settings!;
}

/**
 * The minute's job: queues the mails that are due, and once an hour finds what comes to be due or open. Whoever runs it
 * at the same time, each is told once.
 * @returns how many mails were queued
 */
export async function sweepNotifications(env: Env, db: Db): Promise<number> {
  const mails = json(notificationMails(productOf(env)));
  const [[swept]] = await db.system(
    statement<{ mails: number }>(sql`select sweep_notifications(${mails}) as mails`),
  );
  if (swept!.mails) await sendDueMails(env, db);
  return swept!.mails;
}
